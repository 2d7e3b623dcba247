import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { symbolsPlugin } from './symbols.plugin.ts';

// A running `grognard serve` answers for everything but the page itself.
const server = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:1918';

/** The page is lettered like the maps: it finds their faces, and the licence of these, under /fonts. */
function faces(): Plugin {
  const names = ['regular', 'italic', 'bold'].map((face) => `libertinus-serif-${face}.woff2`).concat('OFL.txt');
  const folder = process.env.PAGE_FONTS ?? fileURLToPath(new URL('../crates/render/fonts', import.meta.url));
  const read = (name: string) => readFileSync(`${folder}/${name}`);
  return {
    name: 'faces',
    configureServer(server) {
      for (const name of names) server.middlewares.use(`/fonts/${name}`, (_, response) => response.end(read(name)));
    },
    generateBundle() {
      for (const name of names) this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: read(name) });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), symbolsPlugin(), faces()],
  build: { target: 'es2022', assetsInlineLimit: 0, outDir: process.env.PAGE_OUT ?? 'dist', emptyOutDir: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
});

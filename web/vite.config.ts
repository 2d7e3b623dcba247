import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { symbolsPlugin } from './symbols.plugin.ts';

// A running `grognard serve` answers for everything but the page itself.
const server = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:1918';

export default defineConfig({
  plugins: [svelte(), symbolsPlugin()],
  build: { target: 'es2022', assetsInlineLimit: 0, outDir: process.env.PAGE_OUT ?? 'dist', emptyOutDir: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
});

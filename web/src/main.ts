import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';

// Installed, the page has a shell of its own where there is no connection. What the server says is never kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

export default mount(App, { target: document.getElementById('app')! });

/** Starts the page. */
import { h, render } from 'preact';
import { loadTraces } from './consensus/source.js';
import { App } from './shell/app.js';
import { followAppearance } from './shell/appearance.js';
import { followAddress } from './shell/route.js';
import { connect } from './shell/store.js';
import { VIEWS } from './views/views.js';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no element with the id "app"');
followAppearance();
followAddress();
const finder = async () => (await import('./explorer/parts/finder.js')).Finder;
render(h(App, { views: VIEWS, finder }), root);
void connect();

/** Loads what the page shows later, because a devnet that is gone cannot serve it. */
async function loadAhead(): Promise<void> {
  for (const load of [loadTraces, ...VIEWS.map((view) => view.load), finder]) {
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    await load();
  }
}

// A part that could not be loaded is loaded when it is shown, which then reports the failure.
addEventListener('load', () => void loadAhead().catch(() => undefined));

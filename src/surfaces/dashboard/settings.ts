/** Defines `[dashboard]` of app.toml: the page that shows the devnet. */
import { surfaceSection } from '../surface_section.js';

export const dashboard = surfaceSection({
  table: 'dashboard',
  title: 'Dashboard',
  address: '127.0.0.1:8590',
  settings: {},
});

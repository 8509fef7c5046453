/** Defines `[dashboard]` of app.toml: the page that shows the devnet. */
import { FILE, optional } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

export const dashboard = surfaceSection({
  table: 'dashboard',
  title: 'Dashboard',
  address: '127.0.0.1:8590',
  settings: {
    artifacts: setting(
      'artifacts',
      optional(FILE, 'artifacts'),
      undefined,
      'Folder of a Hardhat or Foundry project: errors tell where in its sources a call failed, and the dashboard decodes its contracts',
      { shortFlag: '--artifacts' },
    ),
  },
});

/** Defines `[api]` of app.toml: the SDK's REST gateway, with the keys of the SDK. */
import { BOOLEAN, integer } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

export const api = surfaceSection({
  table: 'api',
  title: 'REST',
  address: '127.0.0.1:1317',
  takesFreePort: true,
  settings: {
    enable: setting('enable', BOOLEAN, true, 'Serve REST'),
    enabledUnsafeCors: setting(
      'enabled-unsafe-cors',
      BOOLEAN,
      false,
      'Let pages of every origin read the responses; otherwise only pages of this machine can',
    ),
    maxOpenConnections: setting('max-open-connections', integer(1), 1000, 'Most open connections'),
  },
  optionOf: ({ enable, ...settings }) => settings,
});

/** Defines `[api]` of app.toml: the SDK's REST gateway, with the keys of the SDK. */
import { REST_BOUNDS } from '../../settings/bounds.js';
import { BOOLEAN, integer } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

const { maxOpenConnections, rpcReadTimeout, rpcWriteTimeout, rpcMaxBodyBytes } = REST_BOUNDS;

type Bounds = Readonly<Record<'least' | 'most' | 'fallback', number>>;

const bounded = (key: string, { least, most, fallback }: Bounds, doc: string) =>
  setting(key, integer(least, most), fallback, doc);

export const api = surfaceSection({
  table: 'api',
  title: 'REST',
  address: '127.0.0.1:1317',
  takesFreePort: true,
  settings: {
    enable: setting('enable', BOOLEAN, true, 'Serve REST'),
    swagger: setting('swagger', BOOLEAN, false, 'Serve the OpenAPI document under /swagger too'),
    enabledUnsafeCors: setting(
      'enabled-unsafe-cors',
      BOOLEAN,
      false,
      'Let pages of every origin read the responses; otherwise only pages of this machine can',
    ),
    maxOpenConnections: bounded('max-open-connections', maxOpenConnections, 'Most open connections'),
    rpcReadTimeout: bounded(
      'rpc-read-timeout',
      rpcReadTimeout,
      'Longest time until a request has arrived, in seconds; 0 means no limit',
    ),
    rpcWriteTimeout: bounded(
      'rpc-write-timeout',
      rpcWriteTimeout,
      'Longest time until a client has read a response, in seconds; 0 means no limit',
    ),
    rpcMaxBodyBytes: bounded('rpc-max-body-bytes', rpcMaxBodyBytes, "Most bytes of a request's body"),
  },
  optionOf: ({ enable, ...settings }) => settings,
});

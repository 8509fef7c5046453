/** Defines `[grpc]` of app.toml, with the keys of the SDK. */
import { DEFAULT_GRPC_SIZES } from '../../server/limits.js';
import { BOOLEAN, integer, type Kind } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

const NUMBER = integer(1, DEFAULT_GRPC_SIZES.maxSendMsgSize);
/** Accepts text in a file too, as the SDK writes it. */
const MESSAGE_SIZE: Kind<number> = {
  ...NUMBER,
  readToml: (value) => (typeof value === 'string' ? NUMBER.read(value) : NUMBER.readToml?.(value)),
};

export const grpc = surfaceSection({
  table: 'grpc',
  title: 'gRPC',
  address: '127.0.0.1:9090',
  takesFreePort: true,
  settings: {
    enable: setting('enable', BOOLEAN, true, 'Serve gRPC'),
    maxRecvMsgSize: setting(
      'max-recv-msg-size',
      MESSAGE_SIZE,
      DEFAULT_GRPC_SIZES.maxRecvMsgSize,
      'Most bytes of a request',
    ),
    maxSendMsgSize: setting(
      'max-send-msg-size',
      MESSAGE_SIZE,
      DEFAULT_GRPC_SIZES.maxSendMsgSize,
      'Most bytes of a response',
    ),
  },
  optionOf: ({ enable, ...settings }) => settings,
});

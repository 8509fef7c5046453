/** Defines the parameters (cosmos/evm x/erc20 `keeper/params.go`). Each is a key that exists or does not. */
import { bool } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { IS_TRUE } from './store.js';

export const Erc20Params = message('cosmos.evm.erc20.v1.Params', {
  /** Allows conversion and registration. */
  enableErc20: bool(1),
  /** Allows any account to register a contract; otherwise only the authority may. */
  permissionlessRegistration: bool(5),
});
export type Erc20Params = Of<typeof Erc20Params>;

const ENABLE_ERC20 = utf8('EnableErc20');
const PERMISSIONLESS_REGISTRATION = utf8('PermissionlessRegistration');

export const isErc20Enabled = (state: StateReader): boolean => state.get('erc20', ENABLE_ERC20) !== undefined;

export const readErc20Params = (state: StateReader): Erc20Params => ({
  enableErc20: isErc20Enabled(state),
  permissionlessRegistration: state.get('erc20', PERMISSIONLESS_REGISTRATION) !== undefined,
});

export function writeErc20Params(state: WorkingState, params: Erc20Params): void {
  const write = (key: Uint8Array, value: boolean): void =>
    value ? state.set('erc20', key, IS_TRUE) : state.delete('erc20', key);
  write(ENABLE_ERC20, params.enableErc20);
  write(PERMISSIONLESS_REGISTRATION, params.permissionlessRegistration);
}

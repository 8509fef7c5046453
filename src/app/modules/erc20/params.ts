/** Parameters (cosmos/evm x/erc20 `keeper/params.go`): each is a key that is there, or is not. */
import { bool } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { IS_TRUE } from './store.js';

export const Erc20Params = message('cosmos.evm.erc20.v1.Params', {
  /** Without it nothing is converted or registered. */
  enableErc20: bool(1),
  /** Anybody may register a contract; otherwise the authority alone. */
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

/** In a state that has none. */
export function writeErc20Params(state: WorkingState, params: Erc20Params): void {
  if (params.enableErc20) state.set('erc20', ENABLE_ERC20, IS_TRUE);
  if (params.permissionlessRegistration) state.set('erc20', PERMISSIONLESS_REGISTRATION, IS_TRUE);
}

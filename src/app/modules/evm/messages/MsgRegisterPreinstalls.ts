/** `cosmos.evm.vm.v1.MsgRegisterPreinstalls` puts code at addresses that have no account, by a proposal. */
import { repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_ACCOUNT } from '../../../../evm/state.js';
import { tryFromHex } from '../../../../kernel/hex.js';
import { checkAuthority, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { tryHexAddress } from '../../../types/address.js';
import { moduleFailure } from '../../../types/refusal.js';

const Preinstall = message('cosmos.evm.vm.v1.Preinstall', { name: string(1), address: string(2), code: string(3) });

const refusal = (text: string) => moduleFailure('evm', 20, `${text}: invalid preinstall`);

export const MsgRegisterPreinstalls = defineMessage({
  message: message(
    'cosmos.evm.vm.v1.MsgRegisterPreinstalls',
    { authority: string(1), preinstalls: repeated(2, Preinstall) },
    { aminoName: 'cosmos/evm/x/vm/MsgRegisterPreinstalls' },
  ),
  response: message('cosmos.evm.vm.v1.MsgRegisterPreinstallsResponse', {}),
  signers: signedByAuthority,
  handle(value, context) {
    checkAuthority(value, context);
    const { state } = context;
    for (const { address: text, code } of value.preinstalls) {
      const address = tryHexAddress(text);
      if (address === undefined) throw refusal(`preinstall has an invalid address ${text}`);
      if (code === '') throw refusal(`preinstall ${text} has no code`);
      const bytes = tryFromHex(code.replace(/^0x/, ''));
      if (bytes === undefined) throw refusal(`preinstall ${text} has code that is not hex`);
      if (bytes.length === 0) throw refusal(`preinstall ${text} has empty code hash`);
      if (state.account(address) !== undefined)
        throw refusal(`preinstall ${text} already has an account in account keeper`);
      state.setAccount(address, { ...EMPTY_ACCOUNT, codeHash: state.setCode(bytes) });
    }
    return {};
  },
});

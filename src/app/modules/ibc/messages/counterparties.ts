/** Handles the messages of `ibc.core.client.v2`: the counterparty of a client, and the accounts that relay for it. */
import * as v2 from '../../../../codec/ibc/v2.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES, equalBytes } from '../../../../kernel/bytes.js';
import { authorityText } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { bech32Address, parseAddress } from '../../../types/address.js';
import { ibcFailure, plainFailure } from '../failure.js';
import { checkClientId, clientTypeOf } from '../identifiers.js';
import { clientCreatorKey } from '../keys.js';
import { readSigner, signedBy } from '../signer.js';
import { readCounterparty, writeConfig, writeCounterparty, writeNextSend } from '../v2/store.js';

const MAX_RELAYERS = 20;

/** `ibc.core.client.v2.MsgRegisterCounterparty` names the other chain's client of this chain, once. */
export const MsgRegisterCounterparty = defineMessage({
  message: v2.MsgRegisterCounterparty,
  response: message('ibc.core.client.v2.MsgRegisterCounterpartyResponse', {}),
  signers: signedBy,
  handle({ clientId, counterpartyMerklePrefix: merklePrefix, counterpartyClientId: other, signer }, context) {
    const { state, params } = context;
    if (merklePrefix.length === 0)
      throw ibcFailure('invalidCounterparty', 'counterparty messaging key cannot be empty');
    checkClientId(clientId);
    checkClientId(other);
    if (clientTypeOf(clientId) === undefined || clientTypeOf(other) === undefined)
      throw ibcFailure('invalidIdentifier', `${clientId} and ${other} must be in valid format: {string}-{number}`);
    const creator = state.get('ibc', clientCreatorKey(clientId));
    if (!equalBytes(creator ?? EMPTY_BYTES, readSigner(signer, params))) {
      const expected = creator === undefined ? '' : bech32Address(creator, params.bech32Prefix);
      throw ibcFailure('unauthorized', `expected same signer as createClient submittor ${expected}, got ${signer}`);
    }
    if (readCounterparty(state, clientId) !== undefined)
      throw ibcFailure('invalidRequest', 'cannot register counterparty once it is already set');
    writeCounterparty(state, clientId, { merklePrefix, clientId: other });
    writeNextSend(state, clientId, 1n);
    return {};
  },
});

/** `ibc.core.client.v2.MsgUpdateClientConfig` sets the accounts that may relay for a client. */
export const MsgUpdateClientConfig = defineMessage({
  message: v2.MsgUpdateClientConfig,
  response: message('ibc.core.client.v2.MsgUpdateClientConfigResponse', {}),
  signers: signedBy,
  handle({ clientId, config, signer }, { state, params }) {
    checkClientId(clientId);
    if (clientTypeOf(clientId) === undefined)
      throw ibcFailure('invalidIdentifier', `client ID ${clientId} must be in valid format: {string}-{number}`);
    if (config.allowedRelayers.length > MAX_RELAYERS)
      throw plainFailure(`allowed relayers length must not exceed ${MAX_RELAYERS} items`);
    for (const relayer of config.allowedRelayers)
      if (!(parseAddress(relayer, params.bech32Prefix) instanceof Uint8Array))
        throw plainFailure(`invalid relayer address: ${relayer}`);
    const creator = state.get('ibc', clientCreatorKey(clientId));
    const authority = authorityText(params);
    if (signer !== authority && !equalBytes(creator ?? EMPTY_BYTES, readSigner(signer, params))) {
      const text = creator === undefined ? '' : bech32Address(creator, params.bech32Prefix);
      throw ibcFailure(
        'unauthorized',
        `authority ${authority} or client creator ${text} is authorized to update params for ${clientId}, got ${signer}`,
      );
    }
    writeConfig(state, clientId, config);
    return {};
  },
});

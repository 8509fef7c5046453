/** Recovers a frozen or expired client with the newest state of a substitute (ibc-go v10 02-client `RecoverClient`). */
import { NO_HEIGHT } from '../../../../codec/ibc/client.js';
import { ClientState } from '../../../../codec/ibc/tendermint.js';
import { string } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { event } from '../../../types/events.js';
import { isAllowed, tendermintStatus } from '../client/status.js';
import {
  readClientState,
  readConsensusState,
  readProcessed,
  writeClientState,
  writeConsensusState,
} from '../client/store.js';
import { ibcFailure, within } from '../failure.js';
import { compareHeights, heightText } from '../height.js';
import { checkClientId, clientTypeOf, TENDERMINT } from '../identifiers.js';
import { checkIsAuthority, signedBy } from '../signer.js';

const Recovery = message(
  'ibc.core.client.v1.MsgRecoverClient',
  { subjectClientId: string(1), substituteClientId: string(2), signer: string(3) },
  { aminoName: 'cosmos-sdk/MsgRecoverClient' },
);
type Recovery = Of<typeof Recovery>;

/** Recovers the subject (`RecoverClient` of 02-client and of 07-tendermint). Throws TxFailure. */
function recoverClient({ state, block, emit }: MessageContext, subjectId: string, substituteId: string): void {
  if (clientTypeOf(subjectId) !== TENDERMINT || !isAllowed(state, TENDERMINT))
    throw ibcFailure('clientRouteNotFound', subjectId);
  const status = tendermintStatus(state, subjectId, block.time);
  if (status === 'Active')
    throw ibcFailure('invalidRecoveryClient', `cannot recover subject client (${subjectId}) with status ${status}`);
  const other = tendermintStatus(state, substituteId, block.time);
  if (other !== 'Active')
    throw ibcFailure(
      'clientNotActive',
      `cannot recover client using substitute client (${substituteId}) with status ${other}`,
    );
  const [subject, substitute] = [readClientState(state, subjectId), readClientState(state, substituteId)];
  const [height, newest] = [subject?.latestHeight ?? NO_HEIGHT, substitute?.latestHeight ?? NO_HEIGHT];
  if (compareHeights(height, newest) >= 0)
    throw ibcFailure(
      'invalidClientHeight',
      `subject client state latest height is greater or equal to substitute client state latest height (${heightText(height)} >= ${heightText(newest)})`,
    );
  if (subject === undefined || substitute === undefined)
    throw ibcFailure('clientNotFound', subject === undefined ? subjectId : substituteId);
  if (!equalBytes(fixedParameters(subject), fixedParameters(substitute)))
    throw ibcFailure('invalidSubstitute', 'subject client state does not match substitute client state');
  const consensus = readConsensusState(state, substituteId, newest);
  if (consensus === undefined)
    throw ibcFailure('consensusStateNotFound', 'unable to retrieve latest consensus state for substitute client');
  const processed = readProcessed(state, substituteId, newest);
  if (processed === undefined)
    throw ibcFailure('updateClientFailed', 'unable to retrieve processed height for substitute client latest height');
  writeConsensusState(state, subjectId, newest, consensus, processed);
  const { chainId, trustingPeriod } = substitute;
  writeClientState(state, subjectId, {
    ...subject,
    chainId,
    trustingPeriod,
    latestHeight: newest,
    frozenHeight: NO_HEIGHT,
  });
  emit(
    event('recover_client', { subject_client_id: subjectId, client_type: TENDERMINT }),
    event('message', { module: 'ibc_client' }),
  );
}

/** Encodes what both clients must have in common (07-tendermint `IsMatchingClientState`). */
const fixedParameters = (client: ClientState) =>
  ClientState.encode({
    ...client,
    chainId: '',
    trustingPeriod: 0n,
    latestHeight: NO_HEIGHT,
    frozenHeight: NO_HEIGHT,
    allowUpdateAfterExpiry: true,
    allowUpdateAfterMisbehaviour: true,
  });

/** Checks the message by itself (`ValidateBasic`). Throws TxFailure. */
function checkRecovery({ subjectClientId, substituteClientId }: Recovery): void {
  checkClientId(subjectClientId);
  checkClientId(substituteClientId);
  if (subjectClientId === substituteClientId)
    throw ibcFailure('invalidSubstitute', 'subject and substitute clients must be different');
}

/** `ibc.core.client.v1.MsgRecoverClient` recovers a client by a proposal. */
export const MsgRecoverClient = defineMessage({
  message: Recovery,
  response: message('ibc.core.client.v1.MsgRecoverClientResponse', {}),
  signers: signedBy,
  handle(value, context) {
    checkRecovery(value);
    checkIsAuthority(value, context.params);
    within('client recovery failed', () => recoverClient(context, value.subjectClientId, value.substituteClientId));
    return {};
  },
});

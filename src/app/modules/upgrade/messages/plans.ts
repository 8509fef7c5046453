/** `cosmos.upgrade.v1beta1.MsgSoftwareUpgrade` and `MsgCancelUpgrade` plan an upgrade, and cancel it, by a proposal. */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { ZERO_TIME } from '../../../../kernel/time.js';
import { authorityText, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { failure, moduleFailure } from '../../../types/refusal.js';
import { applyPlan, deletePlan, doneHeight, forkNamed, forkProblem, Plan, writePlan } from '../store.js';

function checkSigner(authority: string, { params }: MessageContext): void {
  const expected = authorityText(params);
  if (authority === expected) return;
  const text = `expected ${expected} got ${authority}`;
  throw moduleFailure('upgrade', 6, `${text}: expected authority account as only signer for proposal message`);
}

const invalid = (text: string) => failure('invalidRequest', `${text}: invalid request`);

export const MsgSoftwareUpgrade = defineMessage({
  message: message(
    'cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
    { authority: string(1), plan: embedded(2, Plan) },
    { aminoName: 'cosmos-sdk/MsgSoftwareUpgrade' },
  ),
  response: message('cosmos.upgrade.v1beta1.MsgSoftwareUpgradeResponse', {}),
  signers: signedByAuthority,
  handle({ authority, plan }, context) {
    checkSigner(authority, context);
    schedule(context, plan);
    return {};
  },
});

/** Stores a plan (SDK `ScheduleUpgrade`). One for this height or the next one is applied at once. Throws TxFailure. */
function schedule({ state, block }: MessageContext, plan: Plan): void {
  if (plan.time !== ZERO_TIME) throw invalid('time-based upgrades have been deprecated in the SDK');
  if (plan.upgradedClientState !== undefined) throw invalid('upgrade logic for IBC has been moved to the IBC module');
  if (plan.name === '') throw invalid('name cannot be empty');
  if (plan.height <= 0n) throw invalid('height must be greater than 0');
  if (plan.height < block.height) throw invalid('upgrade cannot be scheduled in the past');
  if (doneHeight(state, plan.name) !== 0n) throw invalid(`upgrade with name ${plan.name} has already been completed`);
  const fork = forkNamed(plan.name);
  const problem = fork && forkProblem(state, fork);
  if (problem !== undefined) throw invalid(`the plan names the fork ${plan.name}, but ${problem}`);
  writePlan(state, plan);
  if (plan.height <= block.height + 1n) applyPlan(state, plan);
}

export const MsgCancelUpgrade = defineMessage({
  message: message(
    'cosmos.upgrade.v1beta1.MsgCancelUpgrade',
    { authority: string(1) },
    { aminoName: 'cosmos-sdk/MsgCancelUpgrade' },
  ),
  response: message('cosmos.upgrade.v1beta1.MsgCancelUpgradeResponse', {}),
  signers: signedByAuthority,
  handle({ authority }, context) {
    checkSigner(authority, context);
    deletePlan(context.state);
    return {};
  },
});

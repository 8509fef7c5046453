/**
 * `cosmos.gov.v1beta1.MsgSubmitProposal` proposes a text, and `cosmos.gov.v1.MsgExecLegacyContent` is the message of
 * such a proposal. Other contents have messages of their own today.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { optional, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { authorityText, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { govFailure } from '../failure.js';
import { ContentAny } from '../proposal.js';
import { submit } from './MsgSubmitProposal.js';

const MAX_TITLE_BYTES = 140;
const MAX_DESCRIPTION_BYTES = 10_000;

export const MsgExecLegacyContent = defineMessage({
  message: message(
    'cosmos.gov.v1.MsgExecLegacyContent',
    { content: optional(1, ContentAny), authority: string(2) },
    { aminoName: 'cosmos-sdk/v1/MsgExecLegacyContent' },
  ),
  response: message('cosmos.gov.v1.MsgExecLegacyContentResponse', {}),
  signers: signedByAuthority,
  handle(value, context) {
    const expected = authorityText(context.params);
    if (value.authority !== expected) throw govFailure('invalidSigner', `expected ${expected} got ${value.authority}`);
    if (value.content === undefined) throw govFailure('invalidContent', 'missing content');
    return {};
  },
});

export const LegacyMsgSubmitProposal = defineMessage({
  message: message(
    'cosmos.gov.v1beta1.MsgSubmitProposal',
    { content: optional(1, ContentAny), initialDeposit: repeated(2, Coin, { keepEmpty: true }), proposer: string(3) },
    { aminoName: 'cosmos-sdk/MsgSubmitProposal' },
  ),
  response: message('cosmos.gov.v1beta1.MsgSubmitProposalResponse', { proposalId: uint(1) }),
  signers: ({ proposer }, { bech32Prefix }) => [readAddress('proposer address', proposer, bech32Prefix)],
  handle({ content, initialDeposit, proposer }, context) {
    if (content === undefined) throw govFailure('invalidContent', 'missing content');
    checkText('title', content.title, MAX_TITLE_BYTES);
    checkText('description', content.description, MAX_DESCRIPTION_BYTES);
    const { title, description: summary } = content;
    const authority = authorityText(context.params);
    const { typeUrl } = MsgExecLegacyContent;
    const any = { typeUrl, value: MsgExecLegacyContent.message.encode({ content, authority }) };
    const value = { messages: [any], initialDeposit, proposer, metadata: '', title, summary, expedited: false };
    return { proposalId: submit(context, value, [{ any, message: MsgExecLegacyContent.read(any.value) }]) };
  },
});

function checkText(what: string, text: string, most: number): void {
  if (text.trim() === '') throw govFailure('invalidContent', `proposal ${what} cannot be blank`);
  if (utf8(text).length > most)
    throw govFailure('invalidContent', `proposal ${what} is longer than max length of ${most}`);
}

/** Defines x/gov: proposals, which are messages that the module's account sends once enough stake has voted for them. */
import type { KnownMessages } from '../../../codec/protobuf/json.js';
import { GOV } from '../../sdk/module/authority.js';
import type { AnyMessageType, MessageTypeOf } from '../../sdk/module/message.js';
import { defineModule } from '../../sdk/module/module.js';
import { withNeeds } from '../../sdk/module/needs.js';
import { endGovBlock } from './end_block.js';
import { exportGov, govProblem, parseGovGenesis, writeGovGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { TextProposal } from './proposal.js';
import { QUERIES } from './queries/index.generated.js';

/** Defines the module. It needs the message types that proposals may have. */
export const gov = ({
  messageTypeOf,
  knownMessages,
}: {
  readonly messageTypeOf: MessageTypeOf;
  readonly knownMessages: () => KnownMessages;
}) =>
  defineModule({
    name: 'gov',
    stores: ['gov'],
    accounts: [GOV],
    genesis: {
      parse: (node, { params }) => parseGovGenesis(node, params, knownMessages()),
      write: writeGovGenesis,
      export: (state) => exportGov(state, knownMessages()),
    },
    messages: withNeeds<AnyMessageType, { readonly messageTypeOf: MessageTypeOf }>(MESSAGES, { messageTypeOf }),
    queries: QUERIES,
    interfaces: { 'cosmos.gov.v1beta1.Content': [TextProposal] },
    endBlock: (block, callEvm) => endGovBlock(block, callEvm, messageTypeOf),
    problem: govProblem,
  });

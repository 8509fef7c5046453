/** Exercise of validators that sign a false block for a light client. */
import { call } from '../../../shell/call.js';
import { evidenceIn, headOf, nodesOf } from '../chain_facts.js';
import type { Exercise, Roles, TourChain } from '../exercise.js';

/** Validators that sign. Validator 0 does not, because views show its state. */
const LIARS: readonly number[] = [1, 2, 3];

interface Header {
  readonly app_hash: string;
}

interface Attack {
  readonly ConflictingBlock: { readonly signed_header: { readonly header: Header } };
}

/** Returns the start of the app hash in the chain's header of a height. */
async function appHashOf(chain: TourChain, height: number): Promise<string> {
  type Answer = { readonly signed_header: { readonly header: Header } };
  return (await chain.comet<Answer>('commit', { height: `${height}` })).signed_header.header.app_hash.slice(0, 8);
}

/** Height of the block that contains the evidence: those of the first step, and another one, come before it. */
const convicting = ({ height }: Roles): number => height + 2;

export const lightClient: Exercise = {
  name: 'a-lie-to-a-light-client',
  title: 'A lie to a light client',
  summary:
    'A light client executes nothing: it believes a header that two thirds have signed. Three of four validators sign one for it whose state the chain never had.',
  predict: {
    question: 'No full node accepts the false header. What happens to the chain, and to the three that signed it?',
    choices: ['The chain forks', 'Nothing, it is no block', 'The three are jailed'],
    right: 2,
    answer:
      'The light client compares its header with that of another node, and submits both as evidence. The next block contains it. The three lose 5 % of their tokens and are jailed for ever, and the chain goes on with the fourth.',
  },
  steps: [
    {
      title: 'Decide two blocks',
      calls: () => [call('halley_step', 'height', 2)],
      observe: async (chain, { height }) => {
        const head = await headOf(chain);
        if (head <= height) return { facts: [['Newest block', `${head}`]] };
        return {
          facts: [
            ['Newest block', `${head}`],
            [`App hash of block ${height}`, await appHashOf(chain, height)],
          ],
          done: `Block ${height + 1} has the signatures of block ${height}, so a light client can follow.`,
        };
      },
    },
    {
      title: 'Sign a false header, and let a light client submit the evidence',
      calls: ({ height }) => [
        call('halley_lightClientAttack', { kind: 'lunatic', height, validators: LIARS }),
        call('halley_step', 'height', 1),
      ],
      observe: async (chain, roles) => {
        const found = await evidenceIn<Attack>(chain, roles.height + 1);
        if (found === undefined) return { facts: [['Evidence', 'in no block yet']] };
        const { header } = found.value.ConflictingBlock.signed_header;
        return {
          facts: [
            ['Evidence', `in block ${found.height}`],
            [`App hash of block ${roles.height}`, await appHashOf(chain, roles.height)],
            ['App hash in the false header', header.app_hash.slice(0, 8)],
          ],
          done: `Block ${found.height} has both headers, and who signed the false one.`,
        };
      },
    },
    {
      title: 'Decide three blocks more',
      calls: () => [call('halley_step', 'height', 3)],
      observe: async (chain, roles) => {
        const [nodes, head] = [await nodesOf(chain), await headOf(chain)];
        const liars = nodes.filter(({ index }) => LIARS.includes(index));
        const areGone = liars.every(({ jailed, power }) => jailed && Number(power) === 0);
        return {
          facts: [
            ['Newest block', `${head}`],
            ...nodes.map(
              ({ name, power, jailed }) => [name, `power ${Number(power)}${jailed ? ', jailed' : ''}`] as const,
            ),
          ],
          ...(areGone &&
            head >= convicting(roles) + 3 && { done: `validator-0 alone has decided block ${convicting(roles) + 3}.` }),
        };
      },
    },
  ],
  look: [
    {
      text: 'The block contains the false header, and the names of those who signed it.',
      route: (roles) => `block?height=${convicting(roles)}`,
      shows: () => '…LightClientAttackEvidence…ByzantineValidators…',
    },
    {
      text: 'The validator set has one member.',
      route: (roles) => `validators?height=${convicting(roles) + 3}`,
      shows: () => '…"total":"1"…',
    },
  ],
  why: [
    'A header has the hash of the state before it (`app_hash`), and a light client proves balances against that hash. A false hash proves anything.',
    'CometBFT calls the attack lunatic when the header has a state that the chain could not have had. With other transactions in the same round it is an equivocation, in another round amnesia.',
    'Full nodes execute each block, so they prevote nil for such a header. Only light clients can be lied to, and only by more than two thirds of the power.',
    'Light clients compare headers with further nodes (witnesses). One honest witness suffices to find the lie, and the signatures in it tell who lied.',
  ],
};

/**
 * Parses, writes and exports `app_state.gov`, in the SDK's shape. A chain without the section has the default parameters,
 * and no account of the module before its first proposal.
 */
import { type KnownMessages, messageToJson } from '../../../codec/protobuf/json.js';
import type { Message } from '../../../codec/protobuf/message.js';
import { toHex } from '../../../kernel/hex.js';
import type { ChainParams } from '../../sdk/chain_params.js';
import { GenesisReader } from '../../sdk/genesis_reader.js';
import { GOV } from '../../sdk/module/authority.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { parseBech32Address } from '../../types/address.js';
import { type Amount, addCoins, tryParseCoins } from '../../types/coins.js';
import { ensureModuleAccount } from '../auth/store.js';
import { balanceOf } from '../bank/store.js';
import { defaultGovParams, GovParams, govParamsProblem } from './params.js';
import { Deposit, Proposal, STATUS, Vote } from './proposal.js';
import {
  ACTIVE,
  DEPOSITS,
  INACTIVE,
  PROPOSALS,
  queue,
  readConstitution,
  storedGovParams,
  storedNextId,
  VOTES,
  writeConstitution,
  writeDeposit,
  writeGovParams,
  writeNextId,
  writeProposal,
  writeVote,
} from './store.js';

export interface GovGenesis {
  readonly isPresent: boolean;
  readonly params: GovParams | undefined;
  readonly nextId: bigint | undefined;
  readonly constitution: string;
  readonly proposals: readonly Proposal[];
  readonly deposits: readonly Deposit[];
  readonly votes: readonly Vote[];
}

/** Parses the section. `known` are the messages that a proposal may contain. */
export function parseGovGenesis(node: GenesisReader, chain: ChainParams, known: KnownMessages): GovGenesis {
  const start = node.field('starting_proposal_id');
  const nextId = start.present ? start.uint64() : undefined;
  if (nextId === 0n) throw start.bad('a number from 1 on');
  const refuseSame = unique();
  const proposals = node
    .field('proposals')
    .elements()
    .map((entry) => {
      const proposal = parseProposal(entry, known);
      refuseSame(entry, proposal.id.toString());
      return proposal;
    });
  const ids = new Set(proposals.map(({ id }) => id));
  const parts = <T extends { readonly proposalId: bigint }>(name: string, of: Message<T>, who: string): T[] => {
    const refuseSame = unique();
    return node
      .field(name)
      .elements()
      .map((entry) => {
        const part = entry.message(of, known);
        if (!ids.has(part.proposalId)) throw entry.field('proposal_id').bad('the id of one of the proposals');
        const at = entry.field(who);
        const address = parseBech32Address(at.text(), chain.bech32Prefix);
        if (!(address instanceof Uint8Array)) throw at.bad(`an address in bech32 (${address.problem})`);
        refuseSame(entry, `${part.proposalId} ${toHex(address)}`);
        return part;
      });
  };
  return {
    isPresent: node.present,
    params: parseParams(node.field('params'), chain),
    nextId,
    constitution: node.field('constitution').text(''),
    proposals,
    deposits: parts('deposits', Deposit, 'depositor'),
    votes: parts('votes', Vote, 'voter'),
  };
}

/** Returns a check that throws for a repeated key. */
function unique(): (entry: GenesisReader, key: string) => void {
  const seen = new Set<string>();
  return (entry, key) => {
    if (seen.has(key)) throw entry.bad('no second entry of this key');
    seen.add(key);
  };
}

/** Parses the parameters. A missing one has its default. */
function parseParams(node: GenesisReader, chain: ChainParams): GovParams | undefined {
  if (!node.present) return undefined;
  const defaults = messageToJson(GovParams, GovParams.encode(defaultGovParams(chain)), new Map());
  const whole = new GenesisReader({ ...defaults, ...node.object() }, node.path);
  const params = whole.message(GovParams, new Map());
  const problem = govParamsProblem(params, chain.bech32Prefix);
  if (problem !== undefined) throw node.bad(`other parameters (${problem})`);
  return params;
}

function parseProposal(entry: GenesisReader, known: KnownMessages): Proposal {
  const proposal = entry.message(Proposal, known);
  if (proposal.status === STATUS.deposit && proposal.depositEndTime === undefined)
    throw entry.field('deposit_end_time').bad('the end of the deposit period');
  if (proposal.status === STATUS.voting && proposal.votingEndTime === undefined)
    throw entry.field('voting_end_time').bad('the end of the voting period');
  return proposal;
}

export function writeGovGenesis(state: WorkingState, genesis: GovGenesis): void {
  const { isPresent, params, nextId, constitution, proposals, deposits, votes } = genesis;
  if (!isPresent) return;
  if (nextId !== undefined) writeNextId(state, nextId);
  if (params !== undefined) writeGovParams(state, params);
  writeConstitution(state, constitution);
  ensureModuleAccount(state, GOV);
  for (const deposit of deposits) writeDeposit(state, deposit);
  for (const vote of votes) writeVote(state, vote);
  for (const proposal of proposals) {
    const { id, status, depositEndTime = 0n, votingEndTime = 0n } = proposal;
    if (status === STATUS.deposit) queue(state, INACTIVE, depositEndTime, id);
    if (status === STATUS.voting) queue(state, ACTIVE, votingEndTime, id);
    writeProposal(state, proposal);
  }
}

export function exportGov(state: StateReader, known: KnownMessages): object | undefined {
  const [nextId, params] = [storedNextId(state), storedGovParams(state)];
  if (nextId === undefined && params === undefined) return undefined;
  const json = (of: Message<unknown>, prefix: Uint8Array): object[] =>
    Array.from(state.entries('gov', prefix), ([, value]) => messageToJson(of, value, known));
  return {
    ...(nextId !== undefined && { starting_proposal_id: nextId.toString() }),
    deposits: json(Deposit, DEPOSITS),
    votes: json(Vote, VOTES),
    proposals: json(Proposal, PROPOSALS),
    ...(params !== undefined && { params: messageToJson(GovParams, GovParams.encode(params), known) }),
    constitution: readConstitution(state),
  };
}

/** Checks that the module's account holds all deposits (SDK `ModuleAccountInvariant`). */
export function govProblem(state: StateReader): string | undefined {
  const sum = Array.from(state.entries('gov', DEPOSITS), ([, value]) => Deposit.decode(value).amount).reduce<
    readonly Amount[]
  >((total, coins) => addCoins(total, tryParseCoins(coins) ?? []), []);
  for (const { denom, amount } of sum) {
    const balance = balanceOf(state, GOV.address, denom);
    if (balance < amount) return `${GOV.name} has ${balance}${denom}, but deposits are ${amount}${denom}`;
  }
  return undefined;
}

/** `app_state.transfer`, in ibc-go v10's shape: port, denoms that have arrived here, parameters, totals in escrow. */
import { denomPath } from '../../../codec/ibc/denom.js';
import { type Denom, type Hop, TRANSFER_PORT, type TransferParams } from '../../../codec/ibc/transfer.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { type Amount, DENOM } from '../../types/coins.js';
import type { BankGenesis } from '../bank/genesis.js';
import { channelProblem, portProblem } from '../ibc/identifiers.js';
import { writeDenom, writePort, writeTotalEscrow, writeTransferParams } from './store.js';
import { describeVoucher } from './vouchers.js';

export interface TransferGenesis {
  readonly portId: string;
  readonly denoms: readonly Denom[];
  readonly params: TransferParams;
  readonly totalEscrowed: readonly Amount[];
}

export function parseTransferGenesis(node: GenesisReader, { supply }: BankGenesis): TransferGenesis {
  const port = node.field('port_id');
  const portId = port.text(TRANSFER_PORT);
  if (portId !== TRANSFER_PORT) throw port.bad(`"${TRANSFER_PORT}", the one port of token transfers`);
  const params = node.field('params');
  return {
    portId,
    denoms: parseDenoms(node.field('denoms')),
    params: {
      sendEnabled: params.field('send_enabled').boolean(true),
      receiveEnabled: params.field('receive_enabled').boolean(true),
    },
    totalEscrowed: parseEscrowed(node.field('total_escrowed'), supply),
  };
}

function parseDenoms(node: GenesisReader): readonly Denom[] {
  const seen = new Set<string>();
  return node.elements().map((entry) => {
    const base = entry.field('base').text();
    if (base.trim() === '') throw entry.field('base').bad('a base denom that is not blank');
    const trace = entry.field('trace').elements().map(parseHop);
    if (trace.length === 0) throw entry.field('trace').bad('at least one hop: the chain knows its own denoms');
    const path = denomPath({ base, trace });
    if (seen.has(path)) throw entry.bad('a denom without another entry');
    seen.add(path);
    return { base, trace };
  });
}

function parseHop(node: GenesisReader): Hop {
  const [port, channel] = [node.field('port_id'), node.field('channel_id')];
  const hop = { portId: port.text(), channelId: channel.text() };
  const portWrong = portProblem(hop.portId);
  if (portWrong !== undefined) throw port.bad(`a port's identifier: ${portWrong}`);
  const channelWrong = channelProblem(hop.channelId);
  if (channelWrong !== undefined) throw channel.bad(`a channel's identifier: ${channelWrong}`);
  return hop;
}

function parseEscrowed(node: GenesisReader, supply: BankGenesis['supply']): readonly Amount[] {
  const seen = new Set<string>();
  return node.elements().map((entry) => {
    const [denom, amount] = [entry.field('denom').text(), entry.field('amount').uint()];
    if (!DENOM.test(denom) || seen.has(denom)) throw entry.field('denom').bad('a denom without another entry');
    const held = supply.get(denom) ?? 0n;
    if (amount === 0n || amount > held) throw entry.field('amount').bad(`an amount from 1 to ${held}, the supply`);
    seen.add(denom);
    return { denom, amount };
  });
}

/** Writes the state, after the bank's: metadata of a voucher that the bank has stays. */
export function writeTransferGenesis(state: WorkingState, genesis: TransferGenesis): void {
  writePort(state, genesis.portId);
  for (const denom of genesis.denoms) {
    writeDenom(state, denom);
    describeVoucher(state, denom);
  }
  writeTransferParams(state, genesis.params);
  for (const coin of genesis.totalEscrowed) writeTotalEscrow(state, coin);
}

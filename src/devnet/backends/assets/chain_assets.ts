/** The view of a simulated chain for the asset API: its newest state, with pending dev transactions. */
import { type DenomInfo, denomInfos } from '../../../app/modules/bank/denom_info.js';
import { isSendEnabled } from '../../../app/modules/bank/send_enabled.js';
import { balancesOf } from '../../../app/modules/bank/store.js';
import { contractOf } from '../../../app/modules/cw20/contract.js';
import { readContract, readContracts, readSentOf, totalSupply } from '../../../app/modules/cw20/store.js';
import { isErc20Enabled } from '../../../app/modules/erc20/params.js';
import { readPairs } from '../../../app/modules/erc20/store.js';
import { channels, type FoundChannel } from '../../../app/modules/ibc/channel/store.js';
import { readClientState } from '../../../app/modules/ibc/client/store.js';
import { readConnection } from '../../../app/modules/ibc/connection/store.js';
import { counterparties } from '../../../app/modules/ibc/v2/store.js';
import { isForwarding } from '../../../app/modules/packet_forward/store.js';
import { readStakingParams } from '../../../app/modules/staking/store.js';

import { escrowAddress } from '../../../app/modules/transfer/escrow.js';
import { readDenoms, readTransferParams } from '../../../app/modules/transfer/store.js';
import { isDescribedByHand } from '../../../app/modules/transfer/vouchers.js';
import type { StateReader } from '../../../app/state/types.js';
import {
  type AssetForm,
  type ChainAssets,
  type ChannelEnd,
  type ClientStatus,
  IBC_STATES,
  type TokenPair,
} from '../../../backend/assets.js';
import { ORDER } from '../../../codec/ibc/channel.js';
import { hopText, isVoucher, localDenom } from '../../../codec/ibc/denom.js';
import { type Denom, TRANSFER_PORT, TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { AppChain } from '../../chain/chain.js';
import type { ClockView } from '../../clock/chain_clock.js';

/** Simulated chain as the asset API sees it. */
export interface AssetSource {
  readonly chain: AppChain;
  readonly clock: ClockView;
  /** Short name in lower case. The default is the beginning of the chain id. */
  readonly name?: string;
  /** Name for people. The default is the short name. */
  readonly prettyName?: string;
}

/** Describes the chain. `statusOf` returns the current status of a light client. */
export function chainAssets(source: AssetSource, statusOf: (clientId: string) => ClientStatus): ChainAssets {
  const { genesis, evmChainId, app } = source.chain;
  const { baseDenom, bech32Prefix } = app.params;
  const { chainId } = genesis;
  const { latest } = app.devTxs;
  const name = source.name ?? chainId.replace(/[_-].*$/s, '');
  return {
    chainId,
    chainName: name,
    prettyName: source.prettyName ?? name,
    chainType: 'cosmos',
    evmChainId: evmChainId.toString(),
    simulated: true,
    bech32Prefix,
    pfmEnabled: isForwarding(latest),
    supportsMemo: true,
    isTestnet: true,
    feeAssets: [{ denom: baseDenom }],
    bondDenom: readStakingParams(latest).bondDenom,
    channels: [...channelEnds(latest, statusOf), ...clientEnds(latest, statusOf)],
    forms: [...bankForms(latest), ...cw20Forms(latest)],
    tokenPairs: tokenPairs(latest),
  };
}

type DenomForm = Omit<AssetForm, 'sendEnabled'>;

/** Returns the vouchers, ascending by hash. `infos` is what the bank stores about each denom. */
const voucherForms = (state: StateReader, infos: ReadonlyMap<string, DenomInfo>): readonly DenomForm[] =>
  Array.from(readDenoms(state), (way) => voucherForm(state, way, infos.get(localDenom(way))));

function voucherForm(state: StateReader, way: Denom, info: DenomInfo | undefined): DenomForm {
  const denom = localDenom(way);
  const place = { denom, hops: way.trace.map(hopText), base: way.base };
  // Metadata that the chain wrote by itself is less useful than the asset's name on its home chain.
  if (info === undefined || !isDescribedByHand(state, way)) return { ...place, supply: info?.supply ?? 0n };
  return { ...info, ...place };
}

/**
 * Returns native assets, ascending by denom, then vouchers. A voucher with an unknown trace could come from anywhere,
 * and is left out.
 */
function bankForms(state: StateReader): readonly AssetForm[] {
  const infos = denomInfos(state);
  const native = infos
    .filter(({ denom }) => !isVoucher(denom))
    .map((info) => ({ ...info, hops: [], base: info.denom }));
  const vouchers = voucherForms(state, new Map(infos.map((info) => [info.denom, info])));
  return [...native, ...vouchers].map((form) => ({ ...form, sendEnabled: isSendEnabled(state, form.denom) }));
}

/** Returns the tokens of contracts, which are not in the bank, ascending by contract. */
const cw20Forms = (state: StateReader): readonly AssetForm[] =>
  readContracts(state)
    .filter(([, { kind }]) => kind === 'cw20-base')
    .map(([address, { name, symbol, decimals }]) => ({
      denom: `cw20:${address}`,
      hops: [],
      base: `cw20:${address}`,
      supply: totalSupply(state, address),
      tokenContract: address,
      symbol: symbol || undefined,
      name: name || undefined,
      decimals,
      sendEnabled: true,
    }));

type StatusOf = (clientId: string) => ClientStatus;

/**
 * Returns the channel ends in the order of the store, with all that decides whether they can be used: connection,
 * client, and the transfer module's parameters. What was sent over an end is in its escrow account, or in the records
 * of the contract that is bound to its port.
 */
function channelEnds(state: StateReader, statusOf: StatusOf): readonly ChannelEnd[] {
  const params = readTransferParams(state);
  return Array.from(channels(state), (found) => {
    const isBank = found.portId === TRANSFER_PORT;
    // The parameters belong to the transfer module. Contracts do not read them.
    const allowed = isBank ? params : { sendEnabled: true, receiveEnabled: true };
    const { sendEnabled, receiveEnabled } = allowed;
    return { ...channelEnd(state, found, statusOf), sendEnabled, receiveEnabled };
  });
}

function channelEnd(state: StateReader, { portId, channelId, channel }: FoundChannel, statusOf: StatusOf) {
  const [connectionId = ''] = channel.connectionHops;
  const connection = readConnection(state, connectionId);
  const client = connection && readClientState(state, connection.clientId);
  const escrow = escrowOf(state, portId, channelId);
  return {
    port: portId,
    channel: channelId,
    counterparty: {
      chainId: client?.chainId ?? '',
      port: channel.counterparty.portId,
      channel: channel.counterparty.channelId,
    },
    connectionId,
    clientId: connection?.clientId,
    state: IBC_STATES[channel.state] ?? 'UNINITIALIZED',
    connectionState: IBC_STATES[connection?.state ?? 0] ?? 'UNINITIALIZED',
    clientStatus: connection === undefined ? 'Unknown' : statusOf(connection.clientId),
    ordering: channel.ordering === ORDER.ordered ? 'ordered' : 'unordered',
    version: channel.version,
    liquidity: liquidityOf(escrow),
    escrow,
  } as const;
}

/** Returns the clients with counterparties, which take the place of channels in IBC v2, in the order of the store. */
const clientEnds = (state: StateReader, statusOf: StatusOf): readonly ChannelEnd[] =>
  Array.from(counterparties(state), ({ clientId, counterparty }) => {
    const escrow = escrowOf(state, TRANSFER_PORT, clientId);
    const { sendEnabled, receiveEnabled } = readTransferParams(state);
    return {
      port: TRANSFER_PORT,
      channel: clientId,
      ofClient: true,
      counterparty: {
        chainId: readClientState(state, clientId)?.chainId ?? '',
        port: TRANSFER_PORT,
        channel: counterparty.clientId,
      },
      clientId,
      state: 'OPEN',
      connectionState: 'OPEN',
      clientStatus: statusOf(clientId),
      ordering: 'unordered',
      version: TRANSFER_VERSION,
      liquidity: liquidityOf(escrow),
      sendEnabled,
      receiveEnabled,
      escrow,
    };
  });

const liquidityOf = (escrow: ReadonlyMap<string, bigint>): bigint =>
  [...escrow.values()].reduce((sum, amount) => sum + amount, 0n);

function escrowOf(state: StateReader, portId: string, channelId: string): ReadonlyMap<string, bigint> {
  if (portId === TRANSFER_PORT)
    return new Map(balancesOf(state, escrowAddress({ portId, channelId })).map(({ denom, amount }) => [denom, amount]));
  const contract = contractOf(portId);
  if (contract === undefined || readContract(state, contract) === undefined) return new Map();
  const prefix = `${channelId}/`;
  return new Map(
    readSentOf(state, contract)
      .filter(([key, amount]) => key.startsWith(prefix) && amount > 0n)
      .map(([key, amount]) => [key.slice(prefix.length), amount]),
  );
}

/** Returns the token pairs. While the module is off no pair converts anything. */
function tokenPairs(state: StateReader): readonly TokenPair[] {
  const isOn = isErc20Enabled(state);
  return readPairs(state).map(({ erc20Address, denom, enabled }) => ({
    erc20Address,
    denom,
    enabled: isOn && enabled,
  }));
}

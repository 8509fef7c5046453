/**
 * Differences of Halley from the recorded wasmd on purpose, with their reasons. The list is exact: exchanges that agree
 * are not in it.
 */

interface Difference {
  readonly why: string;
  /** Differences: the recorded value stands before the arrow, ours behind it. */
  readonly lines: readonly string[];
}

const because = (
  why: string,
  lines: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [string, Difference])[] =>
  Object.entries(lines).map(([name, received]) => [name, { why, lines: received }]);

/** Lists of all accounts, of which most are not those of the other node: they are compared without their elements. */
export const OTHER_ACCOUNTS: ReadonlySet<string> = new Set([
  'GET /cosmos/auth/v1beta1/accounts?pagination.offset=1',
  'GET /cosmos/auth/v1beta1/accounts?pagination.reverse=true',
]);

/** Differences by the exchange's name. */
export const DIFFERENCES: ReadonlyMap<string, Difference> = new Map([
  ...because('Halley has fewer modules with accounts, other numbers of accounts, and the contract of EIP-2935.', {
    'GET /cosmos/auth/v1beta1/module_accounts': ['.body.accounts: list of 12 → of 8'],
    'GET /cosmos/auth/v1beta1/module_accounts/bonded_tokens_pool': [
      '.body.account.base_account.account_number: "7" → "6"',
    ],
    'GET /cosmos/auth/v1beta1/accounts?pagination.limit=1': [
      '.body.accounts[0].@type: "/cosmos.auth.v1beta1.ModuleAccount" → "/cosmos.auth.v1beta1.BaseAccount"',
      '.body.accounts[0].base_account: is there → is not',
      '.body.accounts[0].name: is there → is not',
      '.body.accounts[0].permissions: is there → is not',
      '.body.accounts[0].address: is not there → is',
      '.body.accounts[0].pub_key: is not there → is',
      '.body.accounts[0].account_number: is not there → is',
      '.body.accounts[0].sequence: is not there → is',
      '.body.pagination.next_key: "WRG4RNe8IkZU/g3NFrq9LSU/L98=" → "J/V2yvuyY+1EvovQlPZhFNomh3c="',
    ],
    'GET /cosmos/auth/v1beta1/accounts?pagination.limit=1&pagination.count_total=true': [
      '.body.accounts[0].@type: "/cosmos.auth.v1beta1.ModuleAccount" → "/cosmos.auth.v1beta1.BaseAccount"',
      '.body.accounts[0].base_account: is there → is not',
      '.body.accounts[0].name: is there → is not',
      '.body.accounts[0].permissions: is there → is not',
      '.body.accounts[0].address: is not there → is',
      '.body.accounts[0].pub_key: is not there → is',
      '.body.accounts[0].account_number: is not there → is',
      '.body.accounts[0].sequence: is not there → is',
      '.body.pagination.next_key: "WRG4RNe8IkZU/g3NFrq9LSU/L98=" → "J/V2yvuyY+1EvovQlPZhFNomh3c="',
      '.body.pagination.total: "12" → "14"',
    ],
    'GET /cosmos/auth/v1beta1/accounts?pagination.offset=1': ['.body.pagination.total: "12" → "14"'],
    'GET /cosmos/auth/v1beta1/accounts?pagination.reverse=true': ['.body.pagination.total: "12" → "14"'],
  }),
  ...because('Members that only interchain security uses are left out of validators.', {
    'GET /cosmos/staking/v1beta1/validators': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
      '.body.validators[1].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[1].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?status=': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
      '.body.validators[1].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[1].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?status=BOND_STATUS_UNBONDED': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators/{own}': [
      '.body.validator.unbonding_on_hold_ref_count: is there → is not',
      '.body.validator.unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators/{jailed}': [
      '.body.validator.unbonding_on_hold_ref_count: is there → is not',
      '.body.validator.unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?pagination.limit=1': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?pagination.limit=1&pagination.count_total=true': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?pagination.offset=1': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?pagination.reverse=true': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
      '.body.validators[1].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[1].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/validators?pagination.reverse=true&pagination.limit=1': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/delegators/{bob}/validators': [
      '.body.validators[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.validators[0].unbonding_ids: is there → is not',
    ],
    'GET /cosmos/staking/v1beta1/delegators/{bob}/validators/{own}': [
      '.body.validator.unbonding_on_hold_ref_count: is there → is not',
      '.body.validator.unbonding_ids: is there → is not',
    ],
  }),
  ...because('Metadata has no `uri_hash`.', {
    'GET /cosmos/bank/v1beta1/denoms_metadata': [
      '.body.metadatas[0].uri_hash: is there → is not',
      '.body.metadatas[1].uri_hash: is there → is not',
    ],
    'GET /cosmos/bank/v1beta1/denoms_metadata/token': ['.body.metadata.uri_hash: is there → is not'],
    'GET /cosmos/bank/v1beta1/denoms_metadata_by_query_string?denom=token': [
      '.body.metadata.uri_hash: is there → is not',
    ],
    'RPC /cosmos.bank.v1beta1.Query/DenomMetadata {"denom":"token"}': ['.body.#unknown: is there → is not'],
  }),
  ...because("The next validators' hash is in base64, as other bytes are; ibc-go has it in hex.", {
    'GET /ibc/core/client/v1/consensus_states/07-tendermint-0': [
      '.body.consensus_states[0].consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
      '.body.consensus_states[1].consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
    ],
    'GET /ibc/core/client/v1/consensus_states/07-tendermint-0/revision/1/height/1003': [
      '.body.consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
    ],
    'GET /ibc/core/client/v1/consensus_states/07-tendermint-0/revision/1/height/0?latest_height=true': [
      '.body.consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
    ],
    'GET /ibc/core/connection/v1/connections/connection-0/consensus_state/revision/1/height/1009': [
      '.body.consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
    ],
    'GET /ibc/core/channel/v1/channels/channel-0/ports/transfer/consensus_state/revision/1/height/1009': [
      '.body.consensus_state.next_validators_hash: "<64 characters>" → "<44 characters>"',
    ],
  }),
  ...because('ibc-go reads pages of clients and of their consensus states with more or fewer items than requested.', {
    'GET /ibc/core/client/v1/consensus_states/07-tendermint-0?pagination.limit=1': [
      '.body.consensus_states: list of 2 → of 1',
    ],
    'GET /ibc/core/client/v1/client_states?pagination.limit=1': ['.body.client_states: list of 2 → of 1'],
    'GET /ibc/core/client/v1/client_states?pagination.offset=1000': ['.body.client_states: list of 3 → of 0'],
  }),
  ...because('Validators of historical infos are without the ids of their unbondings.', {
    'GET /cosmos/staking/v1beta1/historical_info/2': [
      '.body.hist.valset[0].unbonding_on_hold_ref_count: is there → is not',
      '.body.hist.valset[0].unbonding_ids: is there → is not',
    ],
  }),
  ...because('IBC has no plans of upgrades.', {
    'GET /ibc/core/client/v1/upgraded_client_states': [
      '.status: 404 → 501',
      '.heights: is there → is not',
      '.body.code: 5 → 12',
      '.body.message: "upgrade plan not found" → "Not Implemented"',
    ],
    'GET /ibc/core/client/v1/upgraded_consensus_states': [
      '.status: 404 → 501',
      '.heights: is there → is not',
      '.body.code: 5 → 12',
      '.body.message: "upgraded consensus state not found, height N" → "Not Implemented"',
    ],
  }),
  ...because('Clients before ibc-go v10 ask for traces.', {
    'GET /ibc/apps/transfer/v1/denom_traces': [
      '.status: 501 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.denom_traces: is not there → is',
      '.body.pagination: is not there → is',
      '.heights: is not there → is',
    ],
    'GET /ibc/apps/transfer/v1/denom_traces/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2': [
      '.status: 501 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.denom_trace: is not there → is',
      '.heights: is not there → is',
    ],
  }),
  ...because('ibc-go has this text with a colon more.', {
    'GET /ibc/core/channel/v1/channels/channel-9/ports/transfer/client_state': [
      '.body.message: "port-id: transfer, channel-id: channel-9: channel not found" → "port-id: transfer, channel-id channel-9: channel not found"',
    ],
  }),
  ...because('The node serves no reflection over REST, and no health; Halley does.', {
    'GET /cosmos/base/reflection/v1beta1/interfaces/x/implementations': [
      '.status: 501 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.implementation_message_names: is not there → is',
      '.heights: is not there → is',
    ],
    'GET /cosmos/base/reflection/v1beta1/interfaces/cosmos.base.v1beta1.Msg/implementations': [
      '.status: 501 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.implementation_message_names: is not there → is',
      '.heights: is not there → is',
    ],
    'RPC /grpc.health.v1.Health/Check': ['.status: 12 → 0', '.text: is there → is not', '.body: is not there → is'],
  }),
  ...because('The node was built without a version, and its moniker and settings differ.', {
    'GET /cosmos/base/tendermint/v1beta1/node_info': ['.body.default_node_info.moniker: "recorded" → "halley"'],
    'GET /cosmos/base/tendermint/v1beta1/abci_query?path=/app/version': ['.body.value: null → "MC4xLjA="'],
    'GET /cosmos/base/node/v1beta1/status': ['.body.earliest_store_height: "0" → "<decimal>"'],
    'RPC /cosmos.base.tendermint.v1beta1.Service/GetNodeInfo': [
      '.body.default_node_info.moniker: "recorded" → "halley"',
    ],
    'RPC /cosmos.base.tendermint.v1beta1.Service/ABCIQuery {"path":"/app/version"}': ['.body.value: null → "MC4xLjA="'],
    'RPC /cosmos.base.node.v1beta1.Service/Status': ['.body.earliest_store_height: "0" → "<decimal>"'],
  }),
  ...because(
    "Errors of stores have the codes of the SDK before its store became a module of its own, as in CometBFT's RPC here.",
    {
      'GET /cosmos/base/tendermint/v1beta1/abci_query?path=/store/nope/key&data=AA==': [
        '.body.code: 4 → 6',
        '.body.codespace: "store" → "sdk"',
      ],
      'GET /cosmos/base/tendermint/v1beta1/abci_query?path=/store/bank/key': [
        '.body.code: 3 → 2',
        '.body.codespace: "store" → "sdk"',
      ],
      'GET /cosmos/base/tendermint/v1beta1/abci_query?path=/store': [
        '.body.code: 4 → 6',
        '.body.codespace: "store" → "sdk"',
      ],
    },
  ),
  ...because(
    'The SDK sends what it does not check; Halley returns the result of CheckTx, because nobody would learn of a refusal.',
    {
      'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"CgIIAQ==","mode":"BROADCAST_MODE_ASYNC"}': [
        '.body.tx_response.codespace: "" → "sdk"',
        '.body.tx_response.code: 0 → 2',
        '.body.tx_response.raw_log: "" → "field 1: wire type is 0, expected 2: tx parse error"',
      ],
    },
  ),
  ...because("Halley has its own texts for bytes that are no transaction, because it also reads Ethereum's.", {
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"CgIIAQ==","mode":"BROADCAST_MODE_SYNC"}': [
      '.body.tx_response.raw_log: "Mismatched \\"*tx.TxBody\\": {TagNum: 1, GotWireType: \\"varint\\" != WantWireType: \\"bytes\\"}: tx parse error: tx parse error" → "field 1: wire type is 0, expected 2: tx parse error"',
    ],
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"CgIIAQ==","mode":2}': [
      '.body.tx_response.raw_log: "Mismatched \\"*tx.TxBody\\": {TagNum: 1, GotWireType: \\"varint\\" != WantWireType: \\"bytes\\"}: tx parse error: tx parse error" → "field 1: wire type is 0, expected 2: tx parse error"',
    ],
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"AQID","mode":"BROADCAST_MODE_SYNC"}': [
      '.body.tx_response.raw_log: "invalid length; proto: invalid field number: tx parse error: tx parse error" → "rlp: input contains more than one value"',
    ],
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"$THREE_QUARTERS","mode":"BROADCAST_MODE_SYNC"}': [
      '.body.tx_response.raw_log: "invalid length; proto: invalid field number: tx parse error: tx parse error" → "field number is out of range: tx parse error"',
    ],
    'POST /cosmos/tx/v1beta1/decode {"tx_bytes":"AQID"}': [
      '.body.message: "codespace sdk code 2: tx parse error: invalid length; proto: invalid field number" → "codespace sdk code 2: tx parse error: field number is out of range"',
    ],
    'POST /cosmos/tx/v1beta1/decode {"tx_bytes":"CgIIAQ=="}': [
      '.body.message: "codespace sdk code 2: tx parse error: Mismatched \\"*tx.TxBody\\": {TagNum: 1, GotWireType: \\"varint\\" != WantWireType: \\"bytes\\"}" → "codespace sdk code 2: tx parse error: field 1: wire type is 0, expected 2"',
    ],
    'POST /cosmos/tx/v1beta1/simulate {"tx_bytes":"AQID"}': [
      '.body.message: "invalid length; proto: invalid field number: tx parse error: tx parse error with gas used: \'N\'" → "field number is out of range: tx parse error with gas used: \'N\'"',
    ],
    'RPC /cosmos.tx.v1beta1.Service/Simulate {"tx_bytes":"AQID"}': [
      '.text: "invalid length; proto: invalid field number: tx parse error: tx parse error with gas used: \'N\'" → "field number is out of range: tx parse error with gas used: \'N\'"',
    ],
    'RPC /cosmos.tx.v1beta1.Service/BroadcastTx {"tx_bytes":"AQID","mode":"BROADCAST_MODE_SYNC"}': [
      '.body.tx_response.raw_log: "invalid length; proto: invalid field number: tx parse error: tx parse error" → "rlp: input contains more than one value"',
    ],
    'RPC /cosmos.tx.v1beta1.Service/TxDecode {"tx_bytes":"AQID"}': [
      '.text: "codespace sdk code 2: tx parse error: invalid length; proto: invalid field number" → "codespace sdk code 2: tx parse error: field number is out of range"',
    ],
  }),
  ...because('The node fails with a nil pointer; Halley answers.', {
    'POST /cosmos/tx/v1beta1/encode {}': [
      '.status: 500 → 400',
      '.body.code: 13 → 3',
      '.body.message: "runtime error: invalid memory address or nil pointer dereference" → "invalid empty tx"',
    ],
    'POST /cosmos/tx/v1beta1/encode {"body":{}}': [
      '.status: 500 → 200',
      '.heights: list of 1 → of 2',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.tx_bytes: is not there → is',
    ],
    'POST /cosmos/tx/v1beta1/encode {"nope":1}': [
      '.status: 500 → 400',
      '.body.code: 13 → 3',
      '.body.message: "runtime error: invalid memory address or nil pointer dereference" → "invalid empty tx"',
    ],
  }),
  ...because('The amounts of messages are checked when they run.', {
    'POST /cosmos/tx/v1beta1/encode message: {"amount":[{"denom":"stake","amount":"x"}]}': [
      '.status: 400 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.tx_bytes: is not there → is',
      '.heights: is not there → is',
    ],
    'POST /cosmos/tx/v1beta1/encode message: {"amount":[{"denom":"stake","amount":""}]}': [
      '.status: 400 → 200',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.tx_bytes: is not there → is',
      '.heights: is not there → is',
    ],
  }),
  ...because('Clients before SDK 0.50 search with `events`.', {
    "GET /cosmos/tx/v1beta1/txs?events=message.sender%3D'{alice}'": [
      '.status: 500 → 200',
      '.heights: list of 1 → of 2',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.txs: is not there → is',
      '.body.tx_responses: is not there → is',
      '.body.pagination: is not there → is',
      '.body.total: is not there → is',
    ],
    "GET /cosmos/tx/v1beta1/txs?events=message.sender%3D'{alice}'&pagination.limit=1": [
      '.status: 500 → 200',
      '.heights: list of 1 → of 2',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.txs: is not there → is',
      '.body.tx_responses: is not there → is',
      '.body.pagination: is not there → is',
      '.body.total: is not there → is',
    ],
    'GET /cosmos/tx/v1beta1/txs?events=x': [
      '.body.message: "query cannot be empty" → "failed to search for txs: offset 1: EOF"',
    ],
  }),
  ...because("The text of a body that is no JSON is Halley's own.", {
    'POST /cosmos/tx/v1beta1/txs {': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/txs {} {}': ['.body.message: "invalid empty tx" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"AQID",}': [
      '.body.message: "invalid character \'}\' looking for beginning of object key string" → "the body is not JSON"',
    ],
    'POST /cosmos/tx/v1beta1/txs ÿ': [
      '.body.message: "invalid character \'Ã\' looking for beginning of value" → "the body is not JSON"',
    ],
    "POST /cosmos/tx/v1beta1/txs {'tx_bytes':1}": [
      '.body.message: "invalid character \'\\\\\'\' looking for beginning of object key string" → "the body is not JSON"',
    ],
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"AQID"': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/txs tx_bytes=AQID': [
      '.body.message: "invalid character \'x\' in literal true (expecting \'r\')" → "the body is not JSON"',
    ],
    'POST /cosmos/tx/v1beta1/txs nul': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/txs $DEEP': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/decode {': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
    'POST /cosmos/tx/v1beta1/simulate {': ['.body.message: "unexpected EOF" → "the body is not JSON"'],
  }),
  ...because("The SDK's server answers a large body with an error of JSON-RPC.", {
    'POST /cosmos/tx/v1beta1/txs {"tx_bytes":"$MEGABYTE","mode":"BROADCAST_MODE_SYNC"}': [
      '.body.jsonrpc: is there → is not',
      '.body.error: is there → is not',
      '.body.code: is not there → is',
      '.body.message: is not there → is',
      '.body.details: is not there → is',
    ],
  }),
  ...because("The text of a request that is no protobuf is Halley's own; text that is not UTF-8 is refused.", {
    'RPC /cosmos.bank.v1beta1.Query/Balance //8=': [
      '.text: "grpc: error unmarshalling request: unexpected EOF" → "grpc: error unmarshalling request: field 0: input ends inside a varint"',
    ],
    'RPC /cosmos.bank.v1beta1.Query/Balance AQID': [
      '.text: "grpc: error unmarshalling request: proto: QueryBalanceRequest: illegal tag 0 (wire type 1)" → "grpc: error unmarshalling request: field number is out of range"',
    ],
    'RPC /cosmos.bank.v1beta1.Query/Balance ////': [
      '.text: "grpc: error unmarshalling request: unexpected EOF" → "grpc: error unmarshalling request: field 0: input ends inside a varint"',
    ],
    'RPC /cosmos.bank.v1beta1.Query/Balance CP8=': [
      '.text: "grpc: error unmarshalling request: proto: wrong wireType = 0 for field Address" → "grpc: error unmarshalling request: field 1: wire type is 0, expected 2"',
    ],
    'RPC /cosmos.bank.v1beta1.Query/Balance CgL//w==': [
      '.status: 3 → 13',
      '.heights: is there → is not',
      '.text: "" → "grpc: error unmarshalling request: field 1: text is not UTF-8"',
    ],
  }),
  ...because('The gateway reads a parameter without a name as the first field.', {
    'GET /cosmos/bank/v1beta1/balances/{alice}?&&=&': [
      '.status: 400 → 200',
      '.heights: list of 1 → of 2',
      '.body.code: is there → is not',
      '.body.message: is there → is not',
      '.body.details: is there → is not',
      '.body.balances: is not there → is',
      '.body.pagination: is not there → is',
    ],
  }),
]);

//! Asks a chain what Hermes asks at its start and while it relays, with the libraries that Hermes is built from.
//!
//! Arguments: URL of gRPC, URL of the CometBFT RPC in the dialect 0.38, account.

use ibc_proto::cosmos::auth::v1beta1::query_client::QueryClient as AuthClient;
use ibc_proto::cosmos::auth::v1beta1::{BaseAccount, QueryAccountRequest};
use ibc_proto::cosmos::bank::v1beta1::query_client::QueryClient as BankClient;
use ibc_proto::cosmos::bank::v1beta1::QueryBalanceRequest;
use ibc_proto::cosmos::base::node::v1beta1::service_client::ServiceClient as NodeClient;
use ibc_proto::cosmos::base::node::v1beta1::ConfigRequest;
use ibc_proto::cosmos::base::tendermint::v1beta1::service_client::ServiceClient as CmtClient;
use ibc_proto::cosmos::base::tendermint::v1beta1::{GetNodeInfoRequest, GetNodeInfoResponse};
use ibc_proto::cosmos::staking::v1beta1::query_client::QueryClient as StakingClient;
use ibc_proto::cosmos::staking::v1beta1::QueryParamsRequest;
use ibc_proto::cosmos::tx::v1beta1::service_client::ServiceClient as TxClient;
use ibc_proto::cosmos::tx::v1beta1::SimulateRequest;
use ibc_proto::ibc::core::channel::v1::query_client::QueryClient as ChannelClient;
use ibc_proto::ibc::core::channel::v1::{
    Channel, QueryChannelClientStateRequest, QueryChannelsRequest, QueryPacketCommitmentsRequest,
    QueryUnreceivedPacketsRequest,
};
use ibc_proto::ibc::core::client::v1::query_client::QueryClient as IbcClient;
use ibc_proto::ibc::core::client::v1::{
    QueryClientStatesRequest, QueryConsensusStateHeightsRequest,
};
use ibc_proto::ibc::core::commitment::v1::MerkleProof;
use ibc_proto::ibc::core::connection::v1::query_client::QueryClient as ConnectionClient;
use ibc_proto::ibc::core::connection::v1::QueryConnectionsRequest;
use ibc_proto::ics23::CommitmentProof;
use prost::Message;
use tendermint::block::Height;
use tendermint_rpc::client::CompatMode;
use tendermint_rpc::{Client, HttpClient, Paging};

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [grpc, rpc, account] = &args[..] else {
        return Err("expected: GRPC RPC ACCOUNT".into());
    };
    let mode = CompatMode::V0_38;
    let node = HttpClient::builder(rpc.as_str().try_into()?)
        .compat_mode(mode)
        .build()?;
    node.health().await?;
    let status = node.status().await?;
    println!("network {}", status.node_info.network);
    println!("tx_index {:?}", status.node_info.other.tx_index);
    let height = status.sync_info.latest_block_height;

    let path = "/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo".to_string();
    let asked = GetNodeInfoRequest {}.encode_to_vec();
    let found = node.abci_query(Some(path), asked, None, false).await?;
    let info = GetNodeInfoResponse::decode(found.value.as_slice())?;
    for module in info.application_version.ok_or("no version")?.build_deps {
        println!("module {} {}", module.path, module.version);
    }
    CmtClient::connect(grpc.clone())
        .await?
        .get_node_info(GetNodeInfoRequest {})
        .await?;
    let config = NodeClient::connect(grpc.clone())
        .await?
        .config(ConfigRequest {})
        .await?
        .into_inner();
    println!("minimum_gas_price {}", config.minimum_gas_price);
    let params = StakingClient::connect(grpc.clone())
        .await?
        .params(QueryParamsRequest {})
        .await?
        .into_inner();
    let params = params.params.ok_or("no params")?;
    println!(
        "unbonding {} historical_entries {}",
        params.unbonding_time.ok_or("no time")?.seconds,
        params.historical_entries
    );

    let asked = QueryAccountRequest {
        address: account.clone(),
    };
    let packed = AuthClient::connect(grpc.clone())
        .await?
        .account(asked)
        .await?
        .into_inner()
        .account
        .ok_or("no account")?;
    let base = BaseAccount::decode(packed.value.as_slice())?;
    println!("account {} sequence {}", packed.type_url, base.sequence);
    let asked = QueryBalanceRequest {
        address: account.clone(),
        denom: params.bond_denom.clone(),
    };
    let balance = BankClient::connect(grpc.clone())
        .await?
        .balance(asked)
        .await?
        .into_inner()
        .balance;
    println!("balance {}", balance.ok_or("no balance")?.amount);
    let refused = TxClient::connect(grpc.clone())
        .await?
        .simulate(SimulateRequest {
            tx_bytes: vec![1, 2],
            ..Default::default()
        })
        .await;
    println!("simulate {:?}", refused.err().map(|error| error.code()));

    let mut clients = IbcClient::connect(grpc.clone()).await?;
    let states = clients
        .client_states(QueryClientStatesRequest { pagination: None })
        .await?
        .into_inner()
        .client_states;
    for state in &states {
        let asked = QueryConsensusStateHeightsRequest {
            client_id: state.client_id.clone(),
            pagination: None,
        };
        let heights = clients
            .consensus_state_heights(asked)
            .await?
            .into_inner()
            .consensus_state_heights;
        println!("client {} heights {}", state.client_id, heights.len());
    }
    let connections = ConnectionClient::connect(grpc.clone())
        .await?
        .connections(QueryConnectionsRequest { pagination: None })
        .await?;
    println!("connections {}", connections.into_inner().connections.len());
    let mut channels = ChannelClient::connect(grpc.clone()).await?;
    let all = channels
        .channels(QueryChannelsRequest { pagination: None })
        .await?
        .into_inner()
        .channels;
    for end in &all {
        let (port_id, channel_id) = (end.port_id.clone(), end.channel_id.clone());
        let asked = QueryPacketCommitmentsRequest {
            port_id: port_id.clone(),
            channel_id: channel_id.clone(),
            pagination: None,
        };
        let commitments = channels
            .packet_commitments(asked)
            .await?
            .into_inner()
            .commitments;
        let asked = QueryUnreceivedPacketsRequest {
            port_id: port_id.clone(),
            channel_id: channel_id.clone(),
            packet_commitment_sequences: vec![1, 2, 3],
        };
        let unreceived = channels
            .unreceived_packets(asked)
            .await?
            .into_inner()
            .sequences;
        let asked = QueryChannelClientStateRequest {
            port_id: port_id.clone(),
            channel_id: channel_id.clone(),
        };
        let client = channels
            .channel_client_state(asked)
            .await?
            .into_inner()
            .identified_client_state
            .ok_or("no client")?;
        // Hermes reads ends with proofs by abci_query, at the height before the one of the header that proves them.
        let key = format!("channelEnds/ports/{port_id}/channels/{channel_id}").into_bytes();
        let at = Height::try_from(height.value() - 1)?;
        let proven = node
            .abci_query(Some("store/ibc/key".to_string()), key, Some(at), true)
            .await?;
        let value = Channel::decode(proven.value.as_slice())?;
        let ops = proven.proof.ok_or("no proof")?.ops;
        let proofs = ops
            .iter()
            .map(|op| CommitmentProof::decode(op.data.as_slice()))
            .collect::<Result<Vec<_>, _>>()?;
        let proof = MerkleProof { proofs };
        println!(
            "channel {port_id}/{channel_id} state {} client {} commitments {} unreceived {} proofs {}",
            value.state, client.client_id, commitments.len(), unreceived.len(), proof.proofs.len()
        );
    }
    let commit = node.commit(height).await?.signed_header;
    let validators = node.validators(height, Paging::All).await?.validators;
    let results = node.block_results(height).await?;
    println!(
        "commit {} validators {} results {}",
        commit.header.height == height,
        validators.len(),
        results.height == height
    );
    Ok(())
}

// Uses a chain by gRPC as Go programs do, with the clients that cosmossdk.io/api generates: it reads the chain, and
// simulates, signs and broadcasts a transfer. It prints what it saw as JSON.
//
// Arguments: address of the server, private key in hex, sender, receiver, denom, amount.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"time"

	authv1beta1 "cosmossdk.io/api/cosmos/auth/v1beta1"
	bankv1beta1 "cosmossdk.io/api/cosmos/bank/v1beta1"
	cmtservice "cosmossdk.io/api/cosmos/base/tendermint/v1beta1"
	basev1beta1 "cosmossdk.io/api/cosmos/base/v1beta1"
	secp256k1v1 "cosmossdk.io/api/cosmos/crypto/secp256k1"
	stakingv1beta1 "cosmossdk.io/api/cosmos/staking/v1beta1"
	signingv1beta1 "cosmossdk.io/api/cosmos/tx/signing/v1beta1"
	txv1beta1 "cosmossdk.io/api/cosmos/tx/v1beta1"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

type report struct {
	Network    string `json:"network"`
	Height     int64  `json:"height"`
	Validators int    `json:"validators"`
	BondDenom  string `json:"bondDenom"`
	Before     string `json:"before"`
	After      string `json:"after"`
	GasUsed    uint64 `json:"gasUsed"`
	Code       uint32 `json:"code"`
	Hash       string `json:"hash"`
	Events     int    `json:"events"`
	Memo       string `json:"memo"`
	Refusal    string `json:"refusal"`
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	server, keyText, sender, receiver, denom, amount := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	conn := must(grpc.NewClient(server, grpc.WithTransportCredentials(insecure.NewCredentials())))
	defer conn.Close()
	key := secp256k1.PrivKeyFromBytes(must(hex.DecodeString(keyText)))
	bank := bankv1beta1.NewQueryClient(conn)
	txs := txv1beta1.NewServiceClient(conn)
	cmt := cmtservice.NewServiceClient(conn)
	staking := stakingv1beta1.NewQueryClient(conn)
	balance := func() string {
		asked := &bankv1beta1.QueryBalanceRequest{Address: receiver, Denom: denom}
		return must(bank.Balance(ctx, asked)).Balance.Amount
	}

	var seen report
	seen.Network = must(cmt.GetNodeInfo(ctx, &cmtservice.GetNodeInfoRequest{})).DefaultNodeInfo.Network
	seen.Height = must(cmt.GetLatestBlock(ctx, &cmtservice.GetLatestBlockRequest{})).SdkBlock.Header.Height
	seen.Validators = len(must(staking.Validators(ctx, &stakingv1beta1.QueryValidatorsRequest{})).Validators)
	seen.BondDenom = must(staking.Params(ctx, &stakingv1beta1.QueryParamsRequest{})).Params.BondDenom
	seen.Before = balance()

	auth := authv1beta1.NewQueryClient(conn)
	packed := must(auth.Account(ctx, &authv1beta1.QueryAccountRequest{Address: sender})).Account
	var account authv1beta1.BaseAccount
	if err := packed.UnmarshalTo(&account); err != nil {
		must(0, err)
	}
	send := &bankv1beta1.MsgSend{
		FromAddress: sender,
		ToAddress:   receiver,
		Amount:      []*basev1beta1.Coin{{Denom: denom, Amount: amount}},
	}
	body := &txv1beta1.TxBody{Messages: []*anypb.Any{packedAs("/cosmos.bank.v1beta1.MsgSend", send)}, Memo: "from Go"}
	sign := func(gas uint64, fee string) []byte {
		public := &secp256k1v1.PubKey{Key: key.PubKey().SerializeCompressed()}
		single := &txv1beta1.ModeInfo_Single{Mode: signingv1beta1.SignMode_SIGN_MODE_DIRECT}
		info := &txv1beta1.AuthInfo{
			SignerInfos: []*txv1beta1.SignerInfo{{
				PublicKey: packedAs("/cosmos.crypto.secp256k1.PubKey", public),
				ModeInfo:  &txv1beta1.ModeInfo{Sum: &txv1beta1.ModeInfo_Single_{Single: single}},
				Sequence:  account.Sequence,
			}},
			Fee: &txv1beta1.Fee{Amount: []*basev1beta1.Coin{{Denom: denom, Amount: fee}}, GasLimit: gas},
		}
		raw := &txv1beta1.TxRaw{BodyBytes: must(proto.Marshal(body)), AuthInfoBytes: must(proto.Marshal(info))}
		doc := must(proto.Marshal(&txv1beta1.SignDoc{
			BodyBytes:     raw.BodyBytes,
			AuthInfoBytes: raw.AuthInfoBytes,
			ChainId:       seen.Network,
			AccountNumber: account.AccountNumber,
		}))
		hash := sha256.Sum256(doc)
		// The first byte of a compact signature recovers the key.
		raw.Signatures = [][]byte{ecdsa.SignCompact(key, hash[:], true)[1:]}
		return must(proto.Marshal(raw))
	}
	const fee = "2000000000000000"
	simulated := must(txs.Simulate(ctx, &txv1beta1.SimulateRequest{TxBytes: sign(0, fee)}))
	seen.GasUsed = simulated.GasInfo.GasUsed
	sent := must(txs.BroadcastTx(ctx, &txv1beta1.BroadcastTxRequest{
		TxBytes: sign(seen.GasUsed*3/2, fee),
		Mode:    txv1beta1.BroadcastMode_BROADCAST_MODE_SYNC,
	})).TxResponse
	seen.Code, seen.Hash = sent.Code, sent.Txhash
	for {
		found, err := txs.GetTx(ctx, &txv1beta1.GetTxRequest{Hash: seen.Hash})
		if err == nil {
			seen.Events, seen.Memo = len(found.TxResponse.Events), found.Tx.Body.Memo
			break
		}
		if ctx.Err() != nil {
			must(0, err)
		}
	}
	seen.After = balance()
	_, err := bank.Balance(ctx, &bankv1beta1.QueryBalanceRequest{Address: "nobody", Denom: denom})
	seen.Refusal = fmt.Sprint(err)
	fmt.Println(string(must(json.Marshal(seen))))
}

// packedAs names the type as the chain does; anypb.New would add the host of protobuf's own types.
func packedAs(typeURL string, message proto.Message) *anypb.Any {
	return &anypb.Any{TypeUrl: typeURL, Value: must(proto.Marshal(message))}
}

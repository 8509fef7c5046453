package main

import (
	"fmt"
	"time"

	storetypes "cosmossdk.io/store/types"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/testutil"
	sdk "github.com/cosmos/cosmos-sdk/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types/v2"
	tendermint "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

// clients holds the 07-tendermint clients of a chain without any other module.
type clients struct {
	ctx    sdk.Context
	cdc    codec.BinaryCodec
	module tendermint.LightClientModule
	made   int
}

func newClients() *clients {
	key := storetypes.NewKVStoreKey("ibc")
	ctx := testutil.DefaultContext(key, storetypes.NewTransientStoreKey("transient"))
	registry := codectypes.NewInterfaceRegistry()
	clienttypes.RegisterInterfaces(registry)
	tendermint.RegisterInterfaces(registry)
	cdc := codec.NewProtoCodec(registry)
	provider := clienttypes.NewStoreProvider(runtime.NewKVStoreService(key))
	return &clients{ctx: ctx, cdc: cdc, module: tendermint.NewLightClientModule(cdc, provider)}
}

func (c *clients) at(now int64) sdk.Context {
	return c.ctx.WithBlockTime(time.Unix(0, now).UTC()).WithBlockHeight(1)
}

func (c *clients) create(asked request) (answer, error) {
	id := fmt.Sprintf("07-tendermint-%d", c.made)
	c.made++
	if err := c.module.Initialize(c.at(asked.Now), id, asked.ClientState, asked.ConsensusState); err != nil {
		return nil, err
	}
	return answer{"client": id}, nil
}

func (c *clients) update(asked request) (answer, error) {
	ctx := c.at(asked.Now)
	var header tendermint.Header
	if err := c.cdc.Unmarshal(asked.Header, &header); err != nil {
		return nil, err
	}
	if err := header.ValidateBasic(); err != nil {
		return nil, err
	}
	if status := c.module.Status(ctx, asked.Client); status != "Active" {
		return nil, fmt.Errorf("the client is %s", status)
	}
	if err := c.module.VerifyClientMessage(ctx, asked.Client, &header); err != nil {
		return nil, err
	}
	if c.module.CheckForMisbehaviour(ctx, asked.Client, &header) {
		c.module.UpdateStateOnMisbehaviour(ctx, asked.Client, &header)
		return answer{"frozen": true}, nil
	}
	heights := c.module.UpdateState(ctx, asked.Client, &header)
	return answer{"height": heights[0].GetRevisionHeight()}, nil
}

func (c *clients) verify(asked request) (answer, error) {
	ctx := c.at(asked.Now)
	height := clienttypes.NewHeight(asked.Revision, asked.Height)
	path := commitmenttypes.NewMerklePath([]byte(asked.Store), asked.Key)
	var err error
	if asked.Value == nil {
		err = c.module.VerifyNonMembership(ctx, asked.Client, height, 0, 0, asked.Proof, path)
	} else {
		err = c.module.VerifyMembership(ctx, asked.Client, height, 0, 0, asked.Proof, path, asked.Value)
	}
	return answer{"ok": true}, err
}

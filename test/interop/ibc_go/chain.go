package main

import (
	"fmt"
	"sort"
	"time"

	"cosmossdk.io/log"
	"cosmossdk.io/store/metrics"
	"cosmossdk.io/store/rootmulti"
	storetypes "cosmossdk.io/store/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/crypto/tmhash"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cometbft/cometbft/version"
	dbm "github.com/cosmos/cosmos-db"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

const storeName = "ibc"

// block is a height's header, the votes for it, and the validators that cast them.
type block struct {
	header     *cmttypes.Header
	commit     *cmttypes.Commit
	validators *cmttypes.ValidatorSet
}

// chain has CometBFT's headers and votes over the SDK's IAVL stores; it executes nothing.
type chain struct {
	id     string
	keys   map[string]cmttypes.PrivValidator
	all    []cmttypes.PrivValidator
	store  *rootmulti.Store
	key    *storetypes.KVStoreKey
	app    []byte
	next   *cmttypes.ValidatorSet
	blocks []block
}

func foundChain(chains map[string]*chain, asked request) (answer, error) {
	store := rootmulti.NewStore(dbm.NewMemDB(), log.NewNopLogger(), metrics.NewNoOpMetrics())
	key := storetypes.NewKVStoreKey(storeName)
	store.MountStoreWithDB(key, storetypes.StoreTypeIAVL, nil)
	store.MountStoreWithDB(storetypes.NewKVStoreKey("bank"), storetypes.StoreTypeIAVL, nil)
	if err := store.LoadLatestVersion(); err != nil {
		return nil, err
	}
	made := &chain{id: asked.ChainID, keys: map[string]cmttypes.PrivValidator{}, store: store, key: key}
	for i := 0; i < asked.Validators; i++ {
		secret := []byte(fmt.Sprintf("%s/%d", asked.ChainID, i))
		private := cmttypes.NewMockPVWithParams(ed25519.GenPrivKeyFromSecret(secret), false, false)
		public, err := private.GetPubKey()
		if err != nil {
			return nil, err
		}
		made.keys[string(public.Address())] = private
		made.all = append(made.all, private)
	}
	made.next = made.set(nil)
	chains[asked.ChainID] = made
	return answer{"ok": true}, nil
}

// set returns the validators with their powers, or with ten each when there are no powers. It omits those of power 0.
func (c *chain) set(powers []int64) *cmttypes.ValidatorSet {
	members := []*cmttypes.Validator{}
	for i, private := range c.all {
		power := int64(10)
		if i < len(powers) {
			power = powers[i]
		}
		public, _ := private.GetPubKey()
		if power > 0 {
			members = append(members, cmttypes.NewValidator(public, power))
		}
	}
	return cmttypes.NewValidatorSet(members)
}

// grow makes the next block. Its header has the app hash of the earlier writes, and `powers` for the validators of the
// block after it. Then grow commits the writes of the request.
func (c *chain) grow(asked request) (answer, error) {
	height := int64(len(c.blocks) + 1)
	validators := c.next
	if asked.Powers != nil {
		c.next = c.set(asked.Powers)
	}
	header := &cmttypes.Header{
		Version:            cmtversion.Consensus{Block: version.BlockProtocol, App: 1},
		ChainID:            c.id,
		Height:             height,
		Time:               time.Unix(0, asked.Now).UTC(),
		DataHash:           tmhash.Sum([]byte("data")),
		ValidatorsHash:     validators.Hash(),
		NextValidatorsHash: c.next.Hash(),
		ConsensusHash:      tmhash.Sum([]byte("consensus")),
		AppHash:            c.app,
		LastResultsHash:    tmhash.Sum([]byte("results")),
		EvidenceHash:       tmhash.Sum([]byte("evidence")),
		ProposerAddress:    validators.Validators[0].Address,
	}
	if height > 1 {
		header.LastBlockID = c.blocks[height-2].commit.BlockID
		header.LastCommitHash = c.blocks[height-2].commit.Hash()
	}
	id := cmttypes.BlockID{
		Hash:          header.Hash(),
		PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: tmhash.Sum([]byte("parts"))},
	}
	votes := cmttypes.NewVoteSet(c.id, height, 1, cmtproto.PrecommitType, validators)
	signers := []cmttypes.PrivValidator{}
	for _, validator := range validators.Validators {
		signers = append(signers, c.keys[string(validator.Address)])
	}
	commit, err := cmttypes.MakeExtCommit(id, height, 1, votes, signers, header.Time.Add(time.Second), false)
	if err != nil {
		return nil, err
	}
	c.blocks = append(c.blocks, block{header, commit.ToCommit(), validators})
	keys := []string{}
	for key := range asked.Set {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		c.store.GetKVStore(c.key).Set([]byte(key), asked.Set[key])
	}
	c.app = c.store.Commit().Hash
	return answer{"height": height}, nil
}

// header returns the update from a trusted height to a height, and the client state and consensus state there.
func (c *chain) header(asked request) (answer, error) {
	if asked.Height == 0 || asked.Height > uint64(len(c.blocks)) || asked.Trusted >= uint64(len(c.blocks)) {
		return nil, fmt.Errorf("no height %d over %d", asked.Height, asked.Trusted)
	}
	at := c.blocks[asked.Height-1]
	validators, err := at.validators.ToProto()
	if err != nil {
		return nil, err
	}
	revision := clienttypes.ParseChainID(c.id)
	made := &ibctm.Header{
		SignedHeader:  (&cmttypes.SignedHeader{Header: at.header, Commit: at.commit}).ToProto(),
		ValidatorSet:  validators,
		TrustedHeight: clienttypes.NewHeight(revision, asked.Trusted),
	}
	// These are the next validators in the trusted header.
	if asked.Trusted > 0 {
		if made.TrustedValidators, err = c.blocks[asked.Trusted].validators.ToProto(); err != nil {
			return nil, err
		}
	}
	update, err := made.Marshal()
	if err != nil {
		return nil, err
	}
	client := ibctm.NewClientState(c.id, ibctm.DefaultTrustLevel, 14*24*time.Hour, 21*24*time.Hour, 10*time.Second,
		clienttypes.NewHeight(revision, asked.Height), commitmenttypes.GetSDKSpecs(), nil)
	consensus := ibctm.NewConsensusState(at.header.Time, commitmenttypes.NewMerkleRoot(at.header.AppHash), at.header.NextValidatorsHash)
	clientBytes, err := client.Marshal()
	if err != nil {
		return nil, err
	}
	consensusBytes, err := consensus.Marshal()
	return answer{"header": update, "client_state": clientBytes, "consensus_state": consensusBytes}, err
}

// prove returns a proof of the state to which the header of `height` commits: the writes up to the block below it.
func (c *chain) prove(asked request) (answer, error) {
	found, err := c.store.Query(&storetypes.RequestQuery{
		Path: "/" + storeName + "/key", Data: asked.Key, Height: int64(asked.Height) - 1, Prove: true,
	})
	if err != nil {
		return nil, err
	}
	proof, err := commitmenttypes.ConvertProofs(found.ProofOps)
	if err != nil {
		return nil, err
	}
	bytes, err := proof.Marshal()
	return answer{"value": found.Value, "proof": bytes}, err
}

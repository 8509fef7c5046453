// Writes every request and response of ABCI 2.0, as CometBFT's own types encode them, with the values in protobuf's
// JSON. The values are drawn from a fixed seed, so each run writes the same file:
//
//	cd test/vectors/abci/generator && go run . > ../messages.json
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
	"time"

	"github.com/cosmos/gogoproto/jsonpb"
	"github.com/cosmos/gogoproto/proto"

	"github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/proto/tendermint/crypto"
)

const drawsOfEach = 6

type vector struct {
	Kind  string          `json:"kind"`
	Frame string          `json:"frame"`
	Value json.RawMessage `json:"value"`
}

var requests = []any{
	&types.Request_Echo{}, &types.Request_Flush{}, &types.Request_Info{}, &types.Request_InitChain{},
	&types.Request_Query{}, &types.Request_CheckTx{}, &types.Request_Commit{}, &types.Request_ListSnapshots{},
	&types.Request_OfferSnapshot{}, &types.Request_LoadSnapshotChunk{}, &types.Request_ApplySnapshotChunk{},
	&types.Request_PrepareProposal{}, &types.Request_ProcessProposal{}, &types.Request_ExtendVote{},
	&types.Request_VerifyVoteExtension{}, &types.Request_FinalizeBlock{},
}

var responses = []any{
	&types.Response_Exception{}, &types.Response_Echo{}, &types.Response_Flush{}, &types.Response_Info{},
	&types.Response_InitChain{}, &types.Response_Query{}, &types.Response_CheckTx{}, &types.Response_Commit{},
	&types.Response_ListSnapshots{}, &types.Response_OfferSnapshot{}, &types.Response_LoadSnapshotChunk{},
	&types.Response_ApplySnapshotChunk{}, &types.Response_PrepareProposal{}, &types.Response_ProcessProposal{},
	&types.Response_ExtendVote{}, &types.Response_VerifyVoteExtension{}, &types.Response_FinalizeBlock{},
}

var (
	timeType     = reflect.TypeOf(time.Time{})
	keyType      = reflect.TypeOf(crypto.PublicKey{})
	bytesType    = reflect.TypeOf([]byte{})
	snapshotType = reflect.TypeOf(&types.Snapshot{})
	enumValues   = map[string]int64{
		"CheckTxType": 2, "MisbehaviorType": 3, "BlockIDFlag": 4, "ResponseOfferSnapshot_Result": 6,
		"ResponseApplySnapshotChunk_Result": 6, "ResponseProcessProposal_ProposalStatus": 3,
		"ResponseVerifyVoteExtension_VerifyStatus": 3,
	}
)

// filler sets fields to drawn values; a sparse one leaves most of them empty.
type filler struct {
	random *rand.Rand
	sparse bool
}

func (f filler) skips() bool { return f.sparse && f.random.Intn(3) > 0 }

func (f filler) bytes(n int) []byte {
	b := make([]byte, n)
	f.random.Read(b)
	return b
}

func (f filler) integer(v reflect.Value) int64 {
	bits := v.Type().Bits()
	switch f.random.Intn(4) {
	case 0:
		return math.MaxInt64 >> (64 - bits)
	case 1:
		return math.MinInt64 >> (64 - bits)
	default:
		return f.random.Int63n(1000) - 300
	}
}

func (f filler) fill(v reflect.Value) {
	if count, isEnum := enumValues[v.Type().Name()]; isEnum {
		first := int64(1)
		if v.Type().Name() == "CheckTxType" {
			first = 0
		}
		v.SetInt(first + f.random.Int63n(count-first))
		return
	}
	switch {
	case v.Type() == keyType:
		if f.random.Intn(2) == 0 {
			v.Set(reflect.ValueOf(crypto.PublicKey{Sum: &crypto.PublicKey_Ed25519{Ed25519: f.bytes(32)}}))
		} else {
			v.Set(reflect.ValueOf(crypto.PublicKey{Sum: &crypto.PublicKey_Secp256K1{Secp256K1: f.bytes(33)}}))
		}
	case v.Type() == timeType:
		if !f.skips() {
			v.Set(reflect.ValueOf(time.Unix(f.random.Int63n(4e9), f.random.Int63n(1e9)).UTC()))
		}
	case v.Kind() == reflect.Pointer:
		// An engine offers no absent snapshot.
		if f.skips() && v.Type() != snapshotType {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
		if proof, isProof := v.Interface().(*crypto.ProofOps); isProof && len(proof.Ops) == 0 {
			v.SetZero()
		}
	case v.Kind() == reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			f.fill(v.Field(i))
		}
	case v.Type() == bytesType:
		length := 0
		if !f.skips() {
			length = f.random.Intn(200)
		}
		v.SetBytes(f.bytes(length))
	case v.Kind() == reflect.Slice:
		if !f.skips() {
			f.fillSlice(v)
		}
	case v.Kind() == reflect.String:
		if !f.skips() {
			v.SetString([]string{"a", "zwölf Boxkämpfer", "日本", "x\x00y"}[f.random.Intn(4)])
		}
	case v.Kind() == reflect.Bool:
		v.SetBool(!f.skips())
	case v.CanInt():
		if !f.skips() {
			v.SetInt(f.integer(v))
		}
	case v.CanUint():
		if !f.skips() {
			v.SetUint(uint64(f.integer(v)) & (math.MaxUint64 >> (64 - v.Type().Bits())))
		}
	default:
		panic(fmt.Sprintf("no values for %s", v.Type()))
	}
}

func (f filler) fillSlice(v reflect.Value) {
	n := f.random.Intn(4)
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := 0; i < n; i++ {
		element := v.Index(i)
		if element.Kind() == reflect.Pointer {
			element.Set(reflect.New(element.Type().Elem()))
			element = element.Elem()
		}
		f.fill(element)
	}
}

func frame(kind string, message proto.Message) vector {
	var encoded bytes.Buffer
	if err := types.WriteMessage(message, &encoded); err != nil {
		panic(err)
	}
	value, err := (&jsonpb.Marshaler{OrigName: true, EmitDefaults: true}).MarshalToString(message)
	if err != nil {
		panic(err)
	}
	return vector{kind, hex.EncodeToString(encoded.Bytes()), json.RawMessage(value)}
}

// drawn returns a new value of the member's type, such as Request_Echo, with its message filled.
func drawn(member any, f filler) reflect.Value {
	v := reflect.New(reflect.TypeOf(member).Elem())
	message := v.Elem().Field(0)
	message.Set(reflect.New(message.Type().Elem()))
	f.fill(message.Elem())
	return v
}

func main() {
	random := rand.New(rand.NewSource(38))
	var vectors []vector
	for i := 0; i < drawsOfEach; i++ {
		f := filler{random, i%2 == 1}
		for _, member := range requests {
			request := &types.Request{}
			reflect.ValueOf(request).Elem().FieldByName("Value").Set(drawn(member, f))
			vectors = append(vectors, frame("request", request))
		}
		for _, member := range responses {
			response := &types.Response{}
			reflect.ValueOf(response).Elem().FieldByName("Value").Set(drawn(member, f))
			vectors = append(vectors, frame("response", response))
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(vectors); err != nil {
		panic(err)
	}
}

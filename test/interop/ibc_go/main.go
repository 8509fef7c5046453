// Command ibc_go runs ibc-go's own light client and proof verification behind a pipe. It verifies the proofs of Halley's
// chains, and makes proofs for Halley's clients. It reads one JSON request a line, and answers each with one line:
// {"ok":true, ...} or {"error":"..."}.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	Op string `json:"op"`
	// Names the client; `create` returns its id, which the other requests use.
	Client string `json:"client"`
	// Hold the protobuf bytes that the operation needs, in base64 as encoding/json writes them.
	ClientState    []byte `json:"client_state"`
	ConsensusState []byte `json:"consensus_state"`
	Header         []byte `json:"header"`
	// Is the block time of the verifying chain, in nanoseconds since 1970.
	Now int64 `json:"now"`
	// Describe the proof: revision and height of the consensus state, store, key and value. No value proves absence.
	Revision uint64 `json:"revision"`
	Height   uint64 `json:"height"`
	Store    string `json:"store"`
	Key      []byte `json:"key"`
	Value    []byte `json:"value"`
	Proof    []byte `json:"proof"`
	// Describe the chain that `found` makes and `grow` extends.
	ChainID    string            `json:"chain_id"`
	Validators int               `json:"validators"`
	Powers     []int64           `json:"powers"`
	Set        map[string][]byte `json:"set"`
	Trusted    uint64            `json:"trusted"`
}

type answer map[string]any

func main() {
	clients, chains := newClients(), map[string]*chain{}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 64<<20)
	output := json.NewEncoder(os.Stdout)
	for input.Scan() {
		var asked request
		var found answer
		err := json.Unmarshal(input.Bytes(), &asked)
		if err == nil {
			found, err = serve(clients, chains, asked)
		}
		if err != nil {
			found = answer{"error": err.Error()}
		}
		if err := output.Encode(found); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func serve(clients *clients, chains map[string]*chain, asked request) (found answer, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("panic: %v", failure)
		}
	}()
	switch asked.Op {
	case "create":
		return clients.create(asked)
	case "update":
		return clients.update(asked)
	case "verify":
		return clients.verify(asked)
	case "found":
		return foundChain(chains, asked)
	case "grow", "header", "prove":
		made, known := chains[asked.ChainID]
		if !known {
			return nil, fmt.Errorf("no chain %q", asked.ChainID)
		}
		switch asked.Op {
		case "grow":
			return made.grow(asked)
		case "header":
			return made.header(asked)
		default:
			return made.prove(asked)
		}
	}
	return nil, fmt.Errorf("no operation %q", asked.Op)
}

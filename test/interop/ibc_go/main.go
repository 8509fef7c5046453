// Command ibc_go is ibc-go's own light client and proof verification behind a pipe: what Halley's chains prove is
// verified by it, and what it proves is given to Halley's clients. It reads one JSON request a line, and answers each
// with one line: {"ok":true, ...} or {"error":"..."}.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	Op string `json:"op"`
	// Of a client that was made: `create` gives its id to the other requests.
	Client string `json:"client"`
	// Protobuf bytes of what the operation is about, in base64 as encoding/json writes them.
	ClientState    []byte `json:"client_state"`
	ConsensusState []byte `json:"consensus_state"`
	Header         []byte `json:"header"`
	// Nanoseconds since 1970: the verifying chain's block time.
	Now int64 `json:"now"`
	// Of the proof: the consensus state's revision and height, store and key, and the value; none proves absence.
	Revision uint64 `json:"revision"`
	Height   uint64 `json:"height"`
	Store    string `json:"store"`
	Key      []byte `json:"key"`
	Value    []byte `json:"value"`
	Proof    []byte `json:"proof"`
	// Of a chain to be made by `found` and grown by `grow`.
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

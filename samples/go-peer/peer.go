package main

import (
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

const (
	proofBytes = 16
	pageBytes  = 4096
)

// One side of the question.
type peer struct {
	requestBytes, answerBytes   int
	clientProof, serverProof    []byte
	connected                   net.Conn
	in, out                     []byte
	progress                    []byte // the launcher reads it whenever it likes
	number                      uint64
	messages, warm              int64
	sum                         uint64
	connectNs, startNs, elapsed int64
	cpuNs                       int64
	messageNs, sampleCostNs     float64
	latencies                   map[int64]int64
	samples                     bool
}

func newPeer(assign message, progress string) *peer {
	token, err := hex.DecodeString(assign.Session.Token.Hex)
	check(err)
	file, err := os.OpenFile(progress, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0600)
	check(err)
	defer file.Close()
	check(file.Truncate(pageBytes))
	page, err := syscall.Mmap(int(file.Fd()), 0, pageBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	check(err)
	call := assign.Workload.Call
	if call.OwnAnswerBytes == 0 {
		call.OwnAnswerBytes = call.RequestBytes
	}
	return &peer{
		requestBytes: call.RequestBytes, answerBytes: call.OwnAnswerBytes,
		clientProof: token[:proofBytes], serverProof: token[proofBytes:],
		in:       make([]byte, max(call.RequestBytes, call.OwnAnswerBytes)),
		out:      make([]byte, max(call.RequestBytes, call.OwnAnswerBytes)),
		progress: page, latencies: map[int64]int64{},
	}
}

func nowNs() int64 { return clock(1) } // CLOCK_MONOTONIC
func cpuNs() int64 { return clock(3) } // CLOCK_THREAD_CPUTIME_ID

func clock(id uintptr) int64 {
	var at syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&at)), 0)
	return at.Nano()
}

// ---- connections ----

func host(assign message) string {
	if assign.Session.Host == "" {
		return "127.0.0.1"
	}
	return assign.Session.Host
}

func listen(assign message) (net.Listener, string) {
	switch assign.Transport {
	case "uds":
		path := filepath.Join(assign.Session.ScratchDirectory, "uds.socket")
		listener, err := net.Listen("unix", path)
		check(err)
		return listener, path
	case "tcp":
		listener, err := net.Listen("tcp", net.JoinHostPort(host(assign), "0"))
		check(err)
		return listener, strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	}
	fail("no transport %s", assign.Transport)
	return nil, ""
}

func (p *peer) accept(listener net.Listener, timeout time.Duration) {
	defer listener.Close()
	check(listener.(interface{ SetDeadline(time.Time) error }).SetDeadline(time.Now().Add(timeout)))
	for {
		connected, err := listener.Accept()
		check(err)
		start, proof := nowNs(), make([]byte, proofBytes)
		connected.SetReadDeadline(time.Now().Add(2 * time.Second))
		_, err = io.ReadFull(connected, proof)
		if err == nil && subtle.ConstantTimeCompare(proof, p.clientProof) == 1 {
			p.open(connected, start)
			p.send(p.serverProof)
			return
		}
		connected.Close() // a stranger
	}
}

func (p *peer) connect(assign message, timeout time.Duration) {
	start, address, network := nowNs(), assign.Share.Addresses[0], "unix"
	if assign.Transport == "tcp" {
		network, address = "tcp", net.JoinHostPort(host(assign), address)
	}
	connected, err := net.DialTimeout(network, address, timeout)
	check(err)
	p.open(connected, start)
	p.send(p.clientProof)
	proof := make([]byte, proofBytes)
	connected.SetReadDeadline(time.Now().Add(timeout))
	_, err = io.ReadFull(connected, proof)
	check(err)
	connected.SetReadDeadline(time.Time{})
	if subtle.ConstantTimeCompare(proof, p.serverProof) != 1 {
		fail("peer failed authentication")
	}
}

func (p *peer) open(connected net.Conn, start int64) {
	connected.SetReadDeadline(time.Time{})
	if tcp, ok := connected.(*net.TCPConn); ok {
		check(tcp.SetNoDelay(true))
	}
	p.connected, p.connectNs = connected, nowNs()-start
}

func (p *peer) send(bytes []byte) {
	_, err := p.connected.Write(bytes)
	check(err)
}

// ---- messages ----

func write(message []byte, number uint64, last uint64) {
	word := (number+1)<<1 | last
	if len(message) < 8 {
		message[0] = byte(word)
		return
	}
	binary.NativeEndian.PutUint64(message, word)
	if len(message) >= 16 {
		binary.NativeEndian.PutUint64(message[8:], 0)
	}
	for line := 64; line+8 <= len(message); line += 64 {
		binary.NativeEndian.PutUint64(message[line:], word)
	}
}

// Receives a message with this number, checks it, and returns its last bit.
func (p *peer) receive(size int) uint64 {
	message := p.in[:size]
	_, err := io.ReadFull(p.connected, message)
	check(err)
	if size < 8 {
		last := uint64(message[0] & 1)
		if message[0] != byte((p.number+1)<<1|last) {
			fail("message %d is corrupt: %x", p.number, message[0])
		}
		p.sum += uint64(message[0])
		return last
	}
	word := binary.NativeEndian.Uint64(message)
	last := word & 1
	if word != (p.number+1)<<1|last {
		fail("message %d is corrupt: %x", p.number, word)
	}
	p.sum += word
	for line := 64; line+8 <= size; line += 64 {
		again := binary.NativeEndian.Uint64(message[line:])
		if again != word {
			fail("the payload of message %d is corrupt", p.number)
		}
		p.sum += again
	}
	return last
}

func (p *peer) count() {
	p.number++
	p.messages++
	p.showProgress()
}

func (p *peer) showProgress() { binary.NativeEndian.PutUint64(p.progress, uint64(p.messages)) }

// ---- the client ----

func (p *peer) call(last uint64) {
	start := nowNs()
	request := p.out[:p.requestBytes]
	write(request, p.number, last)
	p.send(request)
	if p.receive(p.answerBytes) != last {
		fail("the answer to message %d disagrees on whether it is the last one", p.number)
	}
	p.record(nowNs() - start)
	p.count()
}

// Values with three significant digits.
func (p *peer) record(ns int64) {
	unit := int64(1)
	for ns/unit >= 2048 {
		unit *= 2
	}
	p.latencies[ns/unit*unit]++
}

func (p *peer) batch(number int64) {
	p.startNs = nowNs()
	cpu := cpuNs()
	for i := int64(1); i < number; i++ {
		p.call(0)
	}
	p.call(1)
	p.elapsed, p.cpuNs = nowNs()-p.startNs, cpuNs()-cpu
}

func (p *peer) batchLasting(ns int64) {
	p.startNs = nowNs()
	cpu := cpuNs()
	for nowNs()-p.startNs < ns {
		p.call(0)
	}
	p.call(1)
	p.elapsed, p.cpuNs = nowNs()-p.startNs, cpuNs()-cpu
}

func (p *peer) warmUp(longestNs int64) {
	least := int64(300_000_000)
	if longestNs/2 < least {
		least = longestNs / 2
	}
	for start, spent := nowNs(), int64(0); spent <= least; spent = nowNs() - start {
		p.batch(100)
		p.messageNs = float64(p.elapsed) / 100
	}
	p.batch(1)
	start := nowNs()
	for i := int64(0); i < 1000; i++ {
		p.record(nowNs() - start + i)
	}
	p.sampleCostNs = float64(nowNs()-start) / 1000 * 2 // a sample reads the clock twice
	p.begin()
}

func (p *peer) begin() {
	p.warm, p.messages, p.sum, p.latencies = p.messages, 0, 0, map[int64]int64{}
	p.showProgress()
}

func (p *peer) measure(assign message) {
	p.samples = true
	if extent := assign.Workload.Extent; extent.Nanos > 0 {
		p.batchLasting(extent.Nanos)
	} else {
		p.batch(extent.Messages)
	}
}

// ---- the server ----

func (p *peer) serveBatch() int64 {
	p.startNs = nowNs()
	cpu, number := cpuNs(), int64(0)
	for last := uint64(0); last == 0; number++ {
		last = p.receive(p.requestBytes)
		answer := p.out[:p.answerBytes]
		write(answer, p.number, last)
		p.send(answer)
		p.count()
	}
	p.elapsed, p.cpuNs = nowNs()-p.startNs, cpuNs()-cpu
	return number
}

func (p *peer) serveWarmUp() {
	for p.serveBatch() > 1 {
	}
	p.begin()
}

// ---- the report ----

func (p *peer) report() object {
	latencies := [][2]int64{}
	if p.samples {
		for value, count := range p.latencies {
			latencies = append(latencies, [2]int64{value, count})
		}
	}
	sampling := object{"interval": 1, "sampleCostNanos": p.sampleCostNs, "messageNanos": p.messageNs}
	if !p.samples {
		sampling["messageNanos"] = 1
	}
	return object{
		"connections": []object{{
			"messages": p.messages, "losses": object{"lost": 0, "duplicated": 0, "reordered": 0, "corrupt": 0},
			"startNanos": p.startNs, "elapsedNanos": p.elapsed, "latencies": latencies, "contents": []int{},
			"payloadSum": int64(p.sum),
		}},
		"cost": object{
			"cpuNanos": p.cpuNs, "measuringNanos": p.cpuNs, "userNanos": 0, "systemNanos": 0, "allocatedBytes": 0,
			"kernel": object{
				"ioCalls": -1, "voluntarySwitches": -1, "involuntarySwitches": -1, "migrations": -1, "minorFaults": -1,
				"majorFaults": -1, "peakResidentBytes": -1,
			},
			"jvm": object{"collections": 0, "collectionNanos": 0, "compilationNanos": 0},
		},
		"sampling": sampling, "connectNanos": p.connectNs,
		"circumstances": object{
			"warmUp": object{"messageNanos": p.messageNs, "messages": p.warm, "steady": true, "compiled": true},
			"marks":  []int{}, "machine": object{"cpus": 0, "busyNanos": 0, "stealNanos": 0, "throttledNanos": 0},
			"clockBoundNanos": -1, "strangers": 0,
		},
	}
}

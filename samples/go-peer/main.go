// A peer in Go that follows docs/your-own-peer.md: latency over uds and tcp.
//
//	go build -o go-peer . && java -jar ipc-benchmarktest.jar latency -t uds,tcp --vary peer=java,./go-peer
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

type message struct {
	Type      string
	Transport string
	Workload  struct {
		Call   struct{ RequestBytes, OwnAnswerBytes int }
		Extent struct{ Nanos, Messages int64 }
	}
	Session struct {
		ScratchDirectory string
		Token            struct{ Hex string }
		ConnectTimeout   string
		Host             string
	}
	Share       struct{ Addresses []string }
	WarmUpNanos int64
}

type object map[string]any

// The launcher's end of the link, and what comes from there.
type link struct {
	out      io.Writer
	messages chan message
}

func (l *link) say(kind string, components object) {
	if components == nil {
		components = object{}
	}
	components["type"] = kind
	line, err := json.Marshal(components)
	if err != nil {
		panic(err)
	}
	l.out.Write(append(line, '\n'))
}

// Reads the launcher's lines; its end before Stop ends this process, even while it measures.
func (l *link) read(in io.Reader, directory string) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var next message
		if err == nil {
			err = json.Unmarshal(line, &next)
		}
		if err != nil {
			if strings.HasPrefix(filepath.Base(directory), "ipcbench-") {
				os.RemoveAll(directory)
			}
			os.Exit(3)
		}
		l.messages <- next
		if next.Type == "Stop" {
			return
		}
	}
}

func (l *link) take() message { return accepted(<-l.messages) }

func accepted(next message) message {
	if next.Type == "Stop" {
		os.Exit(0)
	}
	return next
}

// A launcher that says nothing for so long has given this peer up. Seconds are counted, because time in which this process
// is stopped does not count.
func (l *link) expect(kind string, within time.Duration) {
	for ; within >= 0; within -= time.Second {
		select {
		case next := <-l.messages:
			if accepted(next).Type != kind {
				fail("expected '%s', the launcher sent '%s'", kind, next.Type)
			}
			return
		case <-time.After(time.Second):
		}
	}
	os.Exit(3)
}

// ISO 8601, such as PT1M or PT60.5S.
func (m message) timeout() time.Duration {
	timeout, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(m.Session.ConnectTimeout, "PT")))
	check(err)
	return timeout
}

func fail(format string, arguments ...any) { panic(fmt.Errorf(format, arguments...)) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func describe(l *link) {
	l.say("Described", object{"surroundings": object{
		"protocol": 1, "program": "", "javaHome": "", "javaVersion": "", "temporary": "/tmp",
		"facts": object{"Go": strings.TrimPrefix(runtime.Version(), "go")}, "namespaces": object{}, "boot": "",
		"addresses": []string{}, "seen": []string{},
		"speaks": object{"transports": []string{"uds", "tcp"}, "questions": []string{"latency"}},
	}})
}

func cpus() string {
	status, err := os.ReadFile("/proc/thread-self/status")
	check(err)
	_, rest, _ := strings.Cut(string(status), "Cpus_allowed_list:")
	list, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(list)
}

func perform(l *link, assign message, isServer bool, progress string) {
	peer, timeout := newPeer(assign, progress), assign.timeout()
	ready := object{"addresses": []string{}, "cpus": cpus(), "memoryPolicy": ""}
	if isServer {
		listener, address := listen(assign)
		ready["addresses"] = []string{address}
		l.say("Ready", ready)
		peer.accept(listener, timeout)
		peer.serveWarmUp()
		l.say("Armed", nil)
		peer.serveBatch()
		l.expect("Go", timeout)
	} else {
		l.say("Ready", ready)
		peer.connect(assign, timeout)
		l.say("Connected", nil)
		l.expect("AllConnected", timeout)
		peer.warmUp(assign.WarmUpNanos)
		l.say("Armed", nil)
		l.expect("Go", timeout)
		peer.measure(assign)
	}
	l.say("Finished", object{"measurement": peer.report()})
}

func serve(l *link, next message, isServer bool, progress string) {
	defer func() {
		if reason := recover(); reason != nil {
			l.say("Failed", object{"reason": fmt.Sprint(reason)})
		}
	}()
	switch next.Type {
	case "Describe":
		describe(l)
	case "Identify":
		l.say("Identified", object{"threadId": syscall.Gettid()})
	case "Assign":
		perform(l, next, isServer, progress)
	case "Go": // may have crossed the report of a failure
	default:
		fail("expected 'Assign', the launcher sent '%s'", next.Type)
	}
}

func main() {
	runtime.LockOSThread() // the thread that measures stays the same
	control, role := os.Args[1], os.Args[2]
	l := &link{messages: make(chan message, 16)}
	var in io.Reader
	if len(os.Args) > 3 && os.Args[3] == "--streams" {
		in, l.out = os.Stdin, os.Stdout
	} else {
		connected, err := net.Dial("unix", control)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		in, l.out = connected, connected
	}
	go l.read(in, filepath.Dir(control))
	for {
		serve(l, l.take(), role == "server", strings.TrimSuffix(control, ".control")+".progress")
	}
}

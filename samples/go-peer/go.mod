module ipcbench.org/go-peer

go 1.21

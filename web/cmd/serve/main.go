// Command serve serves the built site on http://localhost:$PORT (8080).
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"rocketscope/web/server"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run() error {
	dir := "dist"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := server.Check(dir); err != nil {
		return err
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return fmt.Errorf("%w (choose another port: PORT=8081 ./build.sh serve)", err)
	}
	fmt.Printf("RocketScope is at http://localhost:%s\n", port)
	s := &http.Server{Handler: server.New(dir), ReadHeaderTimeout: 10 * time.Second}
	return s.Serve(listener)
}

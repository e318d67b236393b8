// Package bridge is the program's end of the protocol between the page and the
// stage, and the session that the protocol drives: one Sim, played at a speed.
//
// The page sends requests, a verb and one argument, both text; Session.Handle
// reads them. The program answers with messages, JSON objects written by
// append. Both ways carry "v", the version of the protocol, added by the
// scripts at either end; web/PROTOCOL.md lists everything for those who embed
// the stage.
//
// Nothing here knows the browser, so all of it is tested natively.
package bridge

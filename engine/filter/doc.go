// Package filter is what decides by tag which messages a consumer gets: once at
// the broker, by 32-bit hash, and once more at the client, by text.
package filter

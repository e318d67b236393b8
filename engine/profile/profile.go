// Package profile says which RocketMQ a node runs: 4.8, 4.9 or 5.3, as switches
// and defaults that name what changed between them. A node carries the profile
// of its own version, so that a rolling upgrade can be shown.
package profile

// Profile is one version of RocketMQ.
type Profile struct {
	Name    string // as people choose it: "4.9"
	Release string // the release whose source it follows: "4.9.8"

	NameServer NameServer
	Broker     Broker
	Client     Client
	Producer   Producer
	Consumer   Consumer
	Delay      Delay
}

// All lists the versions, oldest first.
func All() []*Profile { return []*Profile{&v48, &v49, &v53} }

// Default is the version of a story that names none.
func Default() *Profile { return &v49 }

// ByName finds a version; ok is false for a name that is none.
func ByName(name string) (p *Profile, ok bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

var (
	v48 = Profile{Name: "4.8", Release: "4.8.0", NameServer: nameServer48, Broker: broker48, Client: client48, Producer: producer48, Consumer: consumer48, Delay: delay48}
	v49 = Profile{Name: "4.9", Release: "4.9.8", NameServer: nameServer49, Broker: broker49, Client: client49, Producer: producer49, Consumer: consumer49, Delay: delay49}
	v53 = Profile{Name: "5.3", Release: "5.3.3", NameServer: nameServer53, Broker: broker53, Client: client53, Producer: producer53, Consumer: consumer53, Delay: delay53}
)

package server

import "path/filepath"

// ReleasePrefix begins the name of the folder with everything whose address
// changes with its content, so that a browser may keep it for ever.
const ReleasePrefix = "r-"

// Kept is the Cache-Control of what lies in that folder.
const Kept = "public, max-age=31536000, immutable"

// Release is the folder of a built site's release, or the site itself if it
// has none.
func Release(dir string) string {
	if found, _ := filepath.Glob(filepath.Join(dir, ReleasePrefix+"*")); len(found) == 1 {
		return found[0]
	}
	return dir
}

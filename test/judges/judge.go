// Go's verdict on each case of a folder: ID, tab, ok or refused, tab, reason.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func certificates(path string) ([]*x509.Certificate, error) {
	rest, err := os.ReadFile(path)
	if err != nil {
		return nil, nil
	}
	found := []*x509.Certificate{}
	for {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			return found, nil
		}
		one, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
}

func verdict(folder string, purpose string, host string, at string) error {
	pools := map[string]*x509.CertPool{}
	for _, name := range []string{"trusted", "untrusted"} {
		pools[name] = x509.NewCertPool()
		list, err := certificates(filepath.Join(folder, name+".pem"))
		if err != nil {
			return err
		}
		for _, one := range list {
			pools[name].AddCert(one)
		}
	}
	leaf, err := certificates(filepath.Join(folder, "leaf.pem"))
	if err != nil {
		return err
	}
	milliseconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return err
	}
	usage := x509.ExtKeyUsageServerAuth
	if purpose == "tls-client" {
		usage = x509.ExtKeyUsageClientAuth
	}
	_, err = leaf[0].Verify(x509.VerifyOptions{
		Roots:         pools["trusted"],
		Intermediates: pools["untrusted"],
		CurrentTime:   time.UnixMilli(milliseconds),
		KeyUsages:     []x509.ExtKeyUsage{usage},
		DNSName:       host,
	})
	return err
}

func main() {
	folders, _ := filepath.Glob(filepath.Join(os.Args[1], "*"))
	for _, folder := range folders {
		text, _ := os.ReadFile(filepath.Join(folder, "case"))
		words := strings.Split(string(text), "\n")
		if err := verdict(folder, words[1], words[2], words[3]); err != nil {
			fmt.Printf("%s\trefused\t%q\n", words[0], err.Error())
		} else {
			fmt.Printf("%s\tok\t\n", words[0])
		}
	}
}

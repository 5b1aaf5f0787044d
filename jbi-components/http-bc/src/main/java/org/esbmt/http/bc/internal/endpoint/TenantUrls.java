package org.esbmt.http.bc.internal.endpoint;

/**
 * The scheme, host and port of the tenants' ports for clients, used for the addresses in WSDL documents. A request's
 * Host field is never used for it.
 *
 * @param plain for clients without TLS
 * @param tls for clients with TLS
 */
record TenantUrls(String plain, String tls) {

    /**
     * The URLs of a bus that listens here.
     *
     * @param publicUrl for both; null if clients use the bus's own address
     * @param tlsPort -1 for none
     */
    static TenantUrls of(String publicUrl, String host, int port, int tlsPort) {
        if (publicUrl != null) {
            return new TenantUrls(publicUrl, publicUrl);
        }
        String authority = host.contains(":") ? "[" + host + "]" : host;
        String plain = "http://" + authority + ":" + port;
        return new TenantUrls(plain, tlsPort < 0 ? plain : "https://" + authority + ":" + tlsPort);
    }
}

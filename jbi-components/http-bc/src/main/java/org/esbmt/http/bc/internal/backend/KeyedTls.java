package org.esbmt.http.bc.internal.backend;

import io.netty.handler.ssl.SslContext;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** Makes the context of TLS for connections that present the certificate of one key. */
@FunctionalInterface
public interface KeyedTls {
    /**
     * The context, which shares no sessions with others. Called for a new key alone, by any thread.
     *
     * @param chain the certificate of the key, then those of its issuers
     * @throws IllegalArgumentException if the key cannot be used
     */
    SslContext of(PrivateKey key, List<X509Certificate> chain);
}

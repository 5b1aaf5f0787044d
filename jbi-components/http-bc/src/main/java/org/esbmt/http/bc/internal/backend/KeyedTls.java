package org.esbmt.http.bc.internal.backend;

import io.netty.handler.ssl.SslContext;

/** Makes the context of TLS for connections under a key or an authority of a tenant. */
@FunctionalInterface
public interface KeyedTls {

    /**
     * The context, which shares no sessions with others. It takes up to 135 ms of a processor. Called for new keys and
     * authorities alone, by a thread that may block.
     *
     * @throws IllegalArgumentException if the key or the authority cannot be used
     */
    SslContext of(TenantTls tls);
}

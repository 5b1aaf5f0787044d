package org.esbmt.http.api.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS with one handshake a connection. TLS 1.2 lets either side request another one at any time (RFC 5246, sections
 * 7.4.1.1 and 7.4.1.2). That costs the requested side far more than the requesting one. TLS 1.3 has no such request. A
 * peer that requests one loses the connection.
 */
final class OneHandshakeHandler extends SslHandler {
    private static final String WITH_RENEGOTIATION = "TLSv1.2";

    private boolean refused;

    OneHandshakeHandler(SSLEngine engine) {
        super(engine);
    }

    /**
     * Each call takes one record, so that a record after the handshake is never taken for a part of it. Records after a
     * refusal, which may come until the connection is closed, are dropped.
     */
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws SSLException {
        if (refused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        boolean established = handshakeFuture().isSuccess();
        super.decode(ctx, in, out);
        if (established && asksAgain(engine())) {
            refused = true;
            throw new SSLException("a second TLS handshake on a connection is refused");
        }
    }

    /** Excludes a closing connection, which has something to send, too, but requests no handshake. */
    private static boolean asksAgain(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                && !engine.isInboundDone()
                && !engine.isOutboundDone()
                && engine.getSession().getProtocol().equals(WITH_RENEGOTIATION);
    }
}

package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.http.bc.internal.body.HttpBody;
import org.esbmt.http.bc.internal.loop.LoopState;

/**
 * Turns the content that other components put into messages (trees, event streams) into bytes, on a thread that may
 * block. Streams are copied and never parsed, so nothing in them can be expanded.
 */
final class SourceWriter implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int QUEUE = 256;

    private final TransformerFactory transformers;
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE),
            new DefaultThreadFactory("http-bc-sources", true));

    SourceWriter() {
        pool.allowCoreThreadTimeOut(true);
        transformers = TransformerFactory.newDefaultInstance();
        try {
            transformers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        } catch (TransformerException e) {
            throw new IllegalStateException("the JDK's transformer has no secure processing", e);
        }
        transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        transformers.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    }

    /**
     * Writes content into a body of an event loop. One of the two is told, on that loop.
     *
     * @throws java.util.concurrent.RejectedExecutionException if too much waits already
     */
    void write(Source content, LoopState loop, Consumer<HttpBody> written, Consumer<Exception> failed) {
        pool.execute(() -> {
            byte[] bytes;
            try {
                bytes = bytes(content);
            } catch (Exception e) {
                loop.loop().execute(() -> failed.accept(e));
                return;
            }
            loop.loop().execute(() -> {
                HttpBody body = HttpBody.whole(loop);
                body.data(Unpooled.wrappedBuffer(bytes));
                body.end();
                written.accept(body);
            });
        });
    }

    private byte[] bytes(Source content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
        if (content instanceof StreamSource stream && stream.getReader() == null) {
            try (InputStream in = stream.getInputStream()) {
                if (in == null) {
                    throw new IOException("the message's content is a system id, which is not followed");
                }
                in.transferTo(out);
            }
            return out.toByteArray();
        }
        if (content instanceof StreamSource) {
            throw new IOException("the message's content is a stream of characters, which names no encoding");
        }
        try {
            Transformer identity;
            synchronized (transformers) {
                identity = transformers.newTransformer();
            }
            identity.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            identity.transform(content, new StreamResult(out));
        } catch (TransformerException e) {
            throw new IOException("the message's content cannot be written as XML", e);
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}

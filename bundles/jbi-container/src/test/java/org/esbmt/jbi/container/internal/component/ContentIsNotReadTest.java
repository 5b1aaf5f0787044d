package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;
import static org.esbmt.jbi.container.internal.component.TestBus.subject;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.jbi.messaging.InOut;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.transform.stream.StreamSource;
import org.apache.servicemix.jbi.jaxp.SourceTransformer;
import org.apache.servicemix.nmr.api.Exchange;
import org.apache.servicemix.nmr.api.NMR;
import org.apache.servicemix.nmr.api.Pattern;
import org.apache.servicemix.nmr.core.ExchangeImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Fault 4: ServiceMix transforms the content of messages with parsers that open external entities, to log it and to
 * make it re-readable. This container does not read the content, at any log level.
 */
class ContentIsNotReadTest {
    private static final String SECRET = "the-secret-of-the-host";

    private final TestBus bus = new TestBus();

    @TempDir
    Path folder;

    private ServerSocket elsewhere;
    private String document;

    @BeforeEach
    void prepare() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), SECRET);
        elsewhere = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        elsewhere.setSoTimeout(50);
        document = """
                <!DOCTYPE order [
                  <!ENTITY file SYSTEM "%s">
                  <!ENTITY url SYSTEM "http://127.0.0.1:%d/evil.dtd">
                ]>
                <order>&file;</order>
                """.formatted(secret.toUri(), elsewhere.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        elsewhere.close();
        bus.close();
    }

    private StreamSource xxe() {
        return new StreamSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theStockSourceTransformerOpensTheFile() throws Exception {
        assertThat(new SourceTransformer().toString(xxe())).contains(SECRET);
    }

    @Test
    void theStockExchangeOpensTheFileForALogLine() {
        Exchange exchange = new ExchangeImpl(Pattern.InOnly);
        exchange.getIn().setBody(xxe());
        assertThat(((ExchangeImpl) exchange).display(true)).contains("order");
        assertThat(exchange.getIn().getBody().toString()).doesNotContain("StreamSource");
    }

    @Test
    void oursCarriesItUntouchedWhileEverythingIsLogged() throws Exception {
        assertThat(LoggerFactory.getLogger(NMR.class).isTraceEnabled()).isTrue();
        TestComponent provider = bus.start("provider", TestComponent.echo());
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        ServiceEndpoint endpoint = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        UnreadStream stream = new UnreadStream();
        StreamSource source = new StreamSource(stream);
        InOut exchange = consumer.request(endpoint, subject(ACME));
        exchange.getInMessage().setContent(source);
        exchange.getInMessage().setProperty("source", source);
        exchange.setProperty("source", source);

        consumer.channel().send(exchange);

        assertThat(exchange.getOutMessage().getContent()).isSameAs(source);
        assertThat(exchange.getInMessage().getContent()).isSameAs(source);
        assertThat(stream.reads).isZero();

        ExchangeImpl internal = (ExchangeImpl) TenantExchangeAccess.internal(exchange);
        internal.ensureReReadable();
        assertThat(internal.display(true) + internal).doesNotContain("order");
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(internal))
                .isInstanceOf(NotSerializableException.class);
        assertThat(exchange.getInMessage().getContent()).isSameAs(source);
        assertThat(exchange.getProperty("source")).isSameAs(source);
        assertThat(stream.reads).isZero();

        consumer.done(exchange);
        assertThat(stream.reads).isZero();
        assertThat(Files.readString(Path.of("target/test.log"))).doesNotContain(SECRET);
        assertThatThrownBy(elsewhere::accept).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void noFailureMakesItReadTheContent() throws Exception {
        TestComponent provider = bus.start("provider", TestComponent.listening(exchange -> {
            throw new IllegalStateException("a component's bug");
        }));
        TestComponent consumer = bus.start("consumer", TestComponent.keeping());
        ServiceEndpoint endpoint = provider.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        UnreadStream stream = new UnreadStream();
        InOut exchange = consumer.request(endpoint, subject(ACME));
        exchange.getInMessage().setContent(new StreamSource(stream));
        consumer.channel().send(exchange);
        assertThat(exchange.getError()).hasMessage("a component's bug");
        assertThat(stream.reads).isZero();
    }

    private final class UnreadStream extends FilterInputStream {
        private int reads;

        private UnreadStream() {
            super(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public int read() throws IOException {
            reads++;
            return super.read();
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            reads++;
            return super.read(b, off, len);
        }
    }
}

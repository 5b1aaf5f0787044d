package org.esbmt.comparators.camel;

import io.vertx.ext.web.client.WebClientOptions;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.language.xpath.XPathBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.support.builder.Namespaces;

/**
 * Camel as a proxy and a router, after the documentation of its components: no bridge headers, no stream cache where a body is read
 * once, kept connections in the pool of the component, the native transport of Netty.
 *
 * <p>Arguments: {@code netty} or {@code vertx}, the port, host and port of the back end, and the stylesheet of the scenario
 * {@code xslt}.
 */
public final class CamelProxy extends RouteBuilder {
    private static final Namespaces NAMESPACES = new Namespaces("soap", "http://schemas.xmlsoap.org/soap/envelope/")
            .add("m", "urn:esbmt:stocks")
            .add("s", "urn:esbmt:suite");
    /** A message of 1 MB has a header as well, and netty-http takes 1 MB at most if nothing else is set. */
    private static final String LARGE = "&chunkedMaxContentLength=" + (2 << 20);

    private final boolean netty;
    private final int port;
    private final String backEnd;
    private final String stylesheet;

    private CamelProxy(boolean netty, int port, String backEnd, String stylesheet) {
        this.netty = netty;
        this.port = port;
        this.backEnd = backEnd;
        this.stylesheet = stylesheet;
    }

    public static void main(String[] arguments) throws Exception {
        boolean netty = arguments[0].equals("netty");
        Main main = new Main();
        main.configure().withAutoConfigurationEnabled(true).withUseMdcLogging(false);
        if (!netty) {
            main.addInitialProperty("camel.server.enabled", "true");
            main.addInitialProperty("camel.server.host", "127.0.0.1");
            main.addInitialProperty("camel.server.port", arguments[1]);
            main.addInitialProperty("camel.server.path", "/");
            main.bind("pool", new WebClientOptions().setMaxPoolSize(64).setKeepAlive(true));
        }
        main.configure()
                .addRoutesBuilder(new CamelProxy(
                        netty,
                        Integer.parseInt(arguments[1]),
                        arguments[2],
                        Path.of(arguments[3]).toUri().toString()));
        main.run();
    }

    private String consumer(String scenario) {
        return netty
                ? "netty-http:http://127.0.0.1:" + port + "/" + scenario
                        + "?matchOnUriPrefix=true&nativeTransport=true&urlDecodeHeaders=false&backlog=4096"
                        + LARGE
                : "platform-http:/" + scenario + "?matchOnUriPrefix=true";
    }

    private String producer() {
        return netty
                ? "netty-http:http://" + backEnd
                        + "/?bridgeEndpoint=true&throwExceptionOnFailure=false&nativeTransport=true"
                        + "&producerPoolMaxTotal=64&producerPoolMaxIdle=64"
                        + LARGE
                : "vertx-http:http://" + backEnd
                        + "/?bridgeEndpoint=true&throwExceptionOnFailure=false&webClientOptions=#pool";
    }

    @Override
    public void configure() {
        from(consumer("direct")).streamCache("false").to(producer());
        from(consumer("cbr-body"))
                .convertBodyTo(byte[].class)
                .choice()
                .when(matches("/soap:Envelope/soap:Body/m:buyStocks/order[1]/symbol = 'FIRST'"))
                .to(producer())
                .otherwise()
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500));
        from(consumer("cbr-soap-header"))
                .convertBodyTo(byte[].class)
                .choice()
                .when(matches("/soap:Envelope/soap:Header/s:route = 'gold'"))
                .to(producer())
                .otherwise()
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500));
        from(consumer("cbr-http-header"))
                .streamCache("false")
                .choice()
                .when(simple("${header.Accept-Language} == 'de'"))
                .to(producer())
                .otherwise()
                .setHeader(Exchange.HTTP_RESPONSE_CODE, constant(500));
        from(consumer("xslt"))
                .convertBodyTo(byte[].class)
                .to("xslt:" + stylesheet + "?output=bytes")
                .removeHeader("Content-Length")
                .to(producer())
                .convertBodyTo(byte[].class)
                .to("xslt:" + stylesheet + "?output=bytes")
                .removeHeader("Content-Length");
    }

    private static Predicate matches(String condition) {
        return XPathBuilder.xpath(condition).namespaces(NAMESPACES).booleanResult();
    }
}

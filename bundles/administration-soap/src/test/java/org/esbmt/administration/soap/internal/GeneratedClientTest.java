package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.activation.DataHandler;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;
import org.apache.cxf.message.Message;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Clients whose classes CXF generates from the served WSDL and schema, and compiles. */
class GeneratedClientTest {
    private static Bus client;

    @TempDir
    Path data;

    private SoapBus bus;
    private ClassLoader before;

    @BeforeAll
    static void startClient() {
        client = new CXFBusFactory().createBus();
    }

    @AfterAll
    static void stopClient() {
        client.shutdown(true);
    }

    @BeforeEach
    void start() throws Exception {
        before = Thread.currentThread().getContextClassLoader();
        bus = new SoapBus(data);
    }

    @AfterEach
    void stop() {
        bus.close();
        Thread.currentThread().setContextClassLoader(before);
    }

    private Client client(String manager, String login, String password) throws Exception {
        Client made = JaxWsDynamicClientFactory.newInstance(client)
                .createClient(
                        bus.url(manager) + "?wsdl",
                        new QName(Envelope.ADM, manager),
                        new QName(Envelope.ADM, manager + "Soap11"));
        made.getRequestContext()
                .put(
                        Header.HEADER_LIST,
                        List.of(new Header(new QName(Envelope.WSSE, "Security"), block(login, password))));
        return made;
    }

    private static Element block(String login, String password) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        String text = Envelope.security(Envelope.token(login, password)).replace(" soap:mustUnderstand='1'", "");
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
    }

    private static Object get(Object bean, String property) throws ReflectiveOperationException {
        return bean.getClass().getMethod("get" + property).invoke(bean);
    }

    @ParameterizedTest
    @EnumSource
    void everyManagerHasAGeneratedClient(Manager manager) throws Exception {
        Client made = client(manager.serviceName(), "ada", PublishedServices.PASSWORD);

        assertThat(made.getEndpoint().getBinding().getBindingInfo().getOperations())
                .extracting(operation -> operation.getName().getLocalPart())
                .containsExactlyInAnyOrderElementsOf(
                        manager.entries().stream().map(entry -> entry.name()).toList());
    }

    @Test
    void aTenantIsCreatedAndFound() throws Exception {
        Client tenants = client("TenantRegistryManager", "ada", PublishedServices.PASSWORD);

        Object created = tenants.invoke("createTenant", "acme", null, "boss", SoapBus.PASSWORD, null)[0];
        Object found = tenants.invoke("findTenant", "acme")[0];
        Object page = tenants.invoke("listTenants", null, null, null, null, null)[0];

        assertThat(get(found, "TenantId")).isEqualTo(get(created, "TenantId"));
        assertThat(get(found, "State")).isEqualTo("ACTIVE");
        assertThat((List<?>) get(page, "Tenant")).hasSize(1);
        assertThat(get(page, "Total")).isEqualTo(1L);
    }

    @Test
    void aFaultHasItsDetail() throws Exception {
        Client tenants = client("TenantRegistryManager", "ada", PublishedServices.PASSWORD);

        assertThatThrownBy(() -> tenants.invoke("findTenant", "nowhere"))
                .isInstanceOf(Exception.class)
                .hasMessageContaining("nowhere")
                .satisfies(fault -> assertThat(detail(fault)).contains("NOT_FOUND"));
    }

    private static String detail(Throwable fault) {
        if (fault instanceof SoapFault soap && soap.getDetail() != null) {
            return soap.getDetail().getTextContent();
        }
        return Stream.of(fault.getClass().getMethods())
                .filter(method -> method.getName().equals("getFaultInfo"))
                .map(method -> {
                    try {
                        return String.valueOf(get(method.invoke(fault), "Reason"));
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError("no fault info", e);
                    }
                })
                .findFirst()
                .orElse(fault.toString());
    }

    @Test
    void anArchiveGoesAndComesAsAPart() throws Exception {
        String acme = bus.tenant("acme");
        Client assemblies = client("ServiceAssemblyManager", "acme/boss", SoapBus.PASSWORD);
        assemblies.getRequestContext().put(Message.MTOM_ENABLED, true);
        byte[] archive = "orders".getBytes(UTF_8);

        Object deployed = assemblies
                .invoke("deployAssembly", acme, new DataHandler(new ByteDataSource(archive, "application/zip")), null)[
                0];
        Object exported = assemblies.invoke("exportAssembly", acme, "orders", false)[0];

        assertThat(get(deployed, "Name")).isEqualTo("orders");
        try (InputStream in = ((DataHandler) exported).getInputStream()) {
            assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo("ORIGINAL of orders");
        }
        assertThat(Arrays.asList(deployed.getClass().getPackageName().split("\\.")))
                .contains("esbmt");
    }
}

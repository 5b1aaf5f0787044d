package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.jbi.JBIException;
import javax.jbi.messaging.InOut;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.servicemix.jbi.runtime.impl.ServiceEndpointImpl;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;

class InstalledContextTest {
    private static final String WSDL = """
            <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:orders" targetNamespace="urn:orders">
              <w:portType name="Orders"/>
              <w:binding name="OrdersSoap" type="t:Orders"/>
              <w:service name="OrderService"><w:port name="soap" binding="t:OrdersSoap"/></w:service>
            </w:definitions>
            """;
    private static final QName ORDERS = new QName("urn:orders", "Orders");

    private final TestBus bus = new TestBus();
    private final TestComponent one = bus.start("one", TestComponent.keeping());
    private final TestComponent two = bus.start("two", TestComponent.keeping());

    @AfterEach
    void close() {
        bus.close();
    }

    private static Document parsed(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTenantsEndpointHasAScopedNameAndIsFoundByItsOwn() throws Exception {
        ServiceEndpoint endpoint = one.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        assertThat(endpoint.getServiceName())
                .isEqualTo(new QName("jbimulti2:tenant-endpoints/" + ACME, "OrderService"));
        assertThat(endpoint.getEndpointName()).isEqualTo("soap");
        assertThat(two.context().findEndpoint(OF_ACME, SERVICE, "soap")).containsSame(endpoint);
        assertThat(two.context().findEndpoint(OF_GLOBEX, SERVICE, "soap")).isEmpty();
        assertThat(two.context().findEndpoint(Owner.PLAIN, SERVICE, "soap")).isEmpty();
    }

    @Test
    void nobodyActivatesANameTwice() throws Exception {
        one.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        assertThatThrownBy(() -> two.context().activateEndpoint(OF_ACME, SERVICE, "soap"))
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("by component one");
        assertThatThrownBy(() ->
                        two.context().activateEndpoint(OF_ACME, new QName("urn:invoices", "OrderService"), "soap"))
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("local part only");
        two.context().activateEndpoint(OF_GLOBEX, SERVICE, "soap");
        two.context().activateEndpoint(SERVICE, "soap");
        two.context().activateEndpoint(OF_ACME, SERVICE, "other");
    }

    @Test
    void aNameThatWasScopedAlreadyStaysAsItIs() throws Exception {
        QName scoped = new QName("jbimulti2:tenant-endpoints/" + ACME, "OrderService");
        UserId user = new UserId(UUID.randomUUID());
        QName ofUser = new QName(scoped.getNamespaceURI() + "-" + user, "OrderService");
        Map<QName, Owner> owners = Map.of(scoped, OF_ACME, ofUser, Owner.of(ACME, user));
        for (QName name : owners.keySet()) {
            ServiceEndpoint endpoint = one.context().activateEndpoint(owners.get(name), name, "soap");
            assertThat(endpoint.getServiceName()).isEqualTo(name);
            assertThat(two.context().findEndpoint(owners.get(name), name, "soap"))
                    .containsSame(endpoint);
            assertThat(two.context().findEndpoint(OF_GLOBEX, name, "soap")).isEmpty();
        }
    }

    @Test
    void theNameOnTheBusFindsAnEndpointActivatedByItsAuthorsName() throws Exception {
        ServiceEndpoint endpoint = one.context().activateEndpoint(OF_ACME, SERVICE, "soap");

        QName scoped = endpoint.getServiceName();
        assertThat(two.context().findEndpoint(OF_ACME, scoped, "soap")).containsSame(endpoint);
        assertThat(two.context().findEndpoint(OF_GLOBEX, scoped, "soap")).isEmpty();
        one.context().deactivateEndpoint(endpoint);
        assertThat(two.context().findEndpoint(OF_ACME, scoped, "soap")).isEmpty();
        assertThat(two.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
    }

    @Test
    void namesOfOtherTenantsAndOfTheBusCannotBeActivated() {
        String prefix = "jbimulti2:tenant-endpoints/";
        for (String namespace : List.of(
                prefix + ACME,
                prefix + ACME + "-" + UUID.randomUUID(),
                prefix + OF_GLOBEX + "-",
                prefix + OF_GLOBEX + "-" + ACME + "-" + ACME,
                prefix + "x")) {
            assertThatThrownBy(() -> one.context().activateEndpoint(OF_GLOBEX, new QName(namespace, "Orders"), "soap"))
                    .as(namespace)
                    .isInstanceOf(JBIException.class)
                    .hasMessageContaining("not one of the owner's own");
        }
        QName ofUser = new QName(prefix + ACME + "-" + UUID.randomUUID(), "Orders");
        for (Owner other : List.of(OF_ACME, Owner.of(ACME, new UserId(UUID.randomUUID())))) {
            assertThatThrownBy(() -> one.context().activateEndpoint(other, ofUser, "soap"))
                    .isInstanceOf(JBIException.class)
                    .hasMessageContaining("not one of the owner's own");
        }
        QName shouted = new QName(prefix + ACME.toString().toUpperCase(Locale.ROOT), "Orders");
        assertThatThrownBy(() -> one.context().activateEndpoint(OF_ACME, shouted, "soap"))
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("not one of the owner's own");
    }

    @Test
    void aNameIsFreeAgainAfterItsEndpointIsGone() throws Exception {
        ServiceEndpoint endpoint = one.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        assertThatThrownBy(() -> two.context().deactivateEndpoint(endpoint)).isInstanceOf(JBIException.class);
        one.context().deactivateEndpoint(endpoint);
        assertThatThrownBy(() -> one.context().deactivateEndpoint(endpoint)).isInstanceOf(JBIException.class);
        assertThat(two.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
        two.context().activateEndpoint(OF_ACME, SERVICE, "soap");
    }

    @Test
    void plainEndpointsAreFoundByServiceInterfaceAndName() throws Exception {
        one.describe(parsed(WSDL));
        ServiceEndpoint endpoint = one.context().activateEndpoint(SERVICE, "soap");
        one.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        TenantComponentContext context = two.context();
        assertThat(endpoint.getInterfaces()).containsExactly(ORDERS);
        assertThat(context.getEndpoint(SERVICE, "soap")).isSameAs(endpoint);
        assertThat(context.getEndpoint(SERVICE, "other")).isNull();
        assertThat(context.getEndpoints(ORDERS)).containsExactly(endpoint);
        assertThat(context.getEndpoints(SERVICE)).isEmpty();
        assertThat(context.getEndpoints(null)).containsExactly(endpoint);
        assertThat(context.getEndpointsForService(SERVICE)).containsExactly(endpoint);
        assertThat(context.getEndpointDescriptor(endpoint).getDocumentElement().getLocalName())
                .isEqualTo("definitions");
        assertThat(context.getEndpointDescriptor(new ServiceEndpointImpl(SERVICE, "none")))
                .isNull();

        InOut exchange = two.request(null, null);
        exchange.setInterfaceName(ORDERS);
        two.channel().send(exchange);
        assertThat(exchange.getEndpoint()).isSameAs(endpoint);
    }

    @Test
    void aPortTypeAloneDescribesEveryEndpoint() throws Exception {
        one.describe(parsed("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:orders'>"
                + "<portType name='Orders'/></definitions>"));
        assertThat(one.context().activateEndpoint(SERVICE, "any").getInterfaces())
                .containsExactly(ORDERS);
    }

    @Test
    void aDescriptionWithoutTheEndpointIsTolerated() throws Exception {
        one.describe(parsed(WSDL));
        assertThat(one.context().activateEndpoint(SERVICE, "other").getInterfaces())
                .isEmpty();
        one.describe(parsed("<other/>"));
        assertThat(one.context().activateEndpoint(SERVICE, "third").getInterfaces())
                .isEmpty();
    }

    @Test
    void externalEndpointsAreListedAndGoWithTheirComponent() throws Exception {
        ServiceEndpoint external = new ServiceEndpointImpl(SERVICE, "outside");
        one.context().registerExternalEndpoint(external);
        assertThat(two.context().getExternalEndpoints(null)).containsExactly(external);
        assertThat(two.context().getExternalEndpointsForService(SERVICE)).containsExactly(external);
        assertThat(two.context().getExternalEndpoints(ORDERS)).isEmpty();
        assertThat(two.context().getEndpointsForService(SERVICE)).isEmpty();
        assertThatThrownBy(() -> two.context().deregisterExternalEndpoint(external))
                .isInstanceOf(JBIException.class);
        one.context().deregisterExternalEndpoint(external);
        assertThat(two.context().getExternalEndpoints(null)).isEmpty();
    }

    @Test
    void aReferenceLeadsToItsPlainEndpoint() throws Exception {
        ServiceEndpoint endpoint = one.context().activateEndpoint(SERVICE, "soap");
        DocumentFragment reference = endpoint.getAsReference(null);
        assertThat(two.context().resolveEndpointReference(reference)).isSameAs(endpoint);
        ServiceEndpoint ofAcme = one.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        assertThat(two.context().resolveEndpointReference(ofAcme.getAsReference(null)))
                .isNull();
        assertThat(two.context().resolveEndpointReference(parsed("<x/>").createDocumentFragment()))
                .isNull();
    }

    @Test
    void anEndpointThatAComponentMakesOfAReferenceLeadsToIt() throws Exception {
        ServiceEndpoint dynamic = new ServiceEndpointImpl(new QName("urn:dynamic", "D"), "d");
        one.resolveTo(dynamic);
        DocumentFragment reference = parsed("<x/>").createDocumentFragment();
        assertThat(two.context().resolveEndpointReference(reference)).isSameAs(dynamic);
        two.channel().send(two.request(dynamic, null));
        assertThat(one.seen).hasSize(1);
        assertThatThrownBy(() -> two.channel().send(two.request(dynamic, TestBus.subject(ACME))))
                .isInstanceOf(org.esbmt.jbi.container.api.TenantBoundaryException.class);
        assertThat(one.seen).hasSize(1);
    }

    @Test
    void eachComponentHasItsFoldersAndNames() throws Exception {
        TenantComponentContext context = one.context();
        assertThat(context.getComponentName()).isEqualTo("one");
        assertThat(Path.of(context.getInstallRoot())).isEqualTo(bus.folder.resolve("one/install"));
        assertThat(Path.of(context.getWorkspaceRoot())).isEqualTo(bus.folder.resolve("one/workspace"));
        assertThat(Files.isDirectory(Path.of(context.getWorkspaceRoot()))).isTrue();
        assertThat(context.getMBeanNames().getJmxDomainName()).isEqualTo("org.apache.servicemix");
        assertThat(context.getMBeanNames().createCustomComponentMBeanName("LifeCycle"))
                .hasToString("org.apache.servicemix:Type=Component,Name=one,SubType=LifeCycle");
        assertThat(context.getMBeanNames()
                        .createCustomComponentMBeanName("a=b,*")
                        .isPattern())
                .isFalse();
        assertThat(context.getMBeanServer()).isNotNull();
        assertThat(context.getLogger(".x", null).getName()).isEqualTo("one.x");
        assertThat(context.getLogger(null, null).getName()).isEqualTo("one");
        assertThat(context.getTransactionManager()).isNull();
    }
}

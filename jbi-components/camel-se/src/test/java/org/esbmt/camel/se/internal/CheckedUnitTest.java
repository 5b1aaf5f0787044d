package org.esbmt.camel.se.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.tenant.TenantArchives;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint.Direction;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/** The deployer's check of an archive with routes. */
class CheckedUnitTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    private static final UserId ALICE = UserId.of("33333333-1111-4111-8111-111111111111");

    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route>
                <from uri="jbi:endpoint:urn:orders:Orders:soap"/>
                <choice>
                  <when>
                    <xpath>/in/amount > 100</xpath>
                    <to uri="jbi:endpoint:urn:back:BackEnd:soap"/>
                  </when>
                  <otherwise>
                    <to uri="jbi:service:urn:back:Small"/>
                  </otherwise>
                </choice>
                <wireTap uri="jbi:service:urn:back:Audit"/>
              </route>
              <route>
                <from uri="jbi:service:urn:orders:Bills"/>
                <to uri="jbi:endpoint:urn:back:BackEnd:soap"/>
              </route>
            </routes>
            """;

    private static final String ASSEMBLY = """
            <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
              <identification><name>orders</name><description/></identification>
              <service-unit>
                <identification><name>routes</name><description/></identification>
                <target><artifacts-zip>routes.zip</artifacts-zip><component-name>camel-se</component-name></target>
              </service-unit>
            </service-assembly></jbi>
            """;

    private final TenantArchives archives = new TenantArchives(
            new TenantNames(TenantNames.DEFAULT_PREFIX),
            component -> Optional.of(new TenantUnitReader()),
            ArchiveLimits.DEFAULTS);

    private static byte[] zip(Map<String, byte[]> content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return out.toByteArray();
    }

    private TenantArchives.Written read(Owner owner) throws Exception {
        byte[] unit = zip(Map.of("routes.xml", ROUTES.getBytes(UTF_8)));
        byte[] archive = zip(new TreeMap<>(Map.of("META-INF/jbi.xml", ASSEMBLY.getBytes(UTF_8), "routes.zip", unit)));
        return archives.read(new ByteArrayInputStream(archive), name -> owner, component -> true);
    }

    private static CheckedEndpoint endpoint(Direction direction, String namespace, String local, String name) {
        return new CheckedEndpoint(
                direction,
                new QName(namespace, local),
                new QName("jbimulti2:tenant-endpoints/" + ACME + "-" + ALICE, local),
                name,
                Optional.empty());
    }

    @Test
    void routesProvideTheirBeginningsAndConsumeTheirTargets() throws Exception {
        assertThat(read(Owner.of(ACME, ALICE)).units().get(0).endpoints())
                .containsExactly(
                        endpoint(Direction.CONSUMER, "urn:back", "Audit", CheckedEndpoint.ANY),
                        endpoint(Direction.CONSUMER, "urn:back", "BackEnd", "soap"),
                        endpoint(Direction.CONSUMER, "urn:back", "Small", CheckedEndpoint.ANY),
                        endpoint(Direction.PROVIDER, "urn:orders", "Bills", "camel"),
                        endpoint(Direction.PROVIDER, "urn:orders", "Orders", "soap"));
    }

    @Test
    void aRewrittenArchiveIsReproducible() throws Exception {
        TenantArchives.Written once = read(Owner.of(ACME));

        assertThat(read(Owner.of(ACME)).archive().used())
                .isEqualTo(once.archive().used());
        assertThat(read(Owner.of(ACME, ALICE)).archive().used())
                .isNotEqualTo(once.archive().used());
    }
}

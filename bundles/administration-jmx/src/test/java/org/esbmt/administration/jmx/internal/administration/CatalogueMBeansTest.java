package org.esbmt.administration.jmx.internal.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.TabularType;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.CatalogueMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.junit.jupiter.api.Test;

/** The MBeans of parts, for clients that compare types. */
class CatalogueMBeansTest {
    private static final String PACKAGE = "org.esbmt.administration.jmx.internal.";

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();

    /** The golden file omits the packages. */
    @Test
    void openTypesHaveThePublishedNames() throws Exception {
        try (AllMBeans all = new AllMBeans(new BusMBeans(server), AllMBeans::nothing)) {
            assertThat(all).isNotNull();
            assertThat(returned(PublishedMBean.ADMINISTRATION, "suspendTenant").getTypeName())
                    .isEqualTo(PACKAGE + "TenantData");
            assertThat(returned(PublishedMBean.ADMINISTRATION, "listTenants").getTypeName())
                    .isEqualTo(PACKAGE + "TenantPage");
            assertThat(returned(PublishedMBean.AUDIT, "listAudit").getTypeName())
                    .isEqualTo(PACKAGE + "AuditPart");
            for (String list : List.of("listComponents", "listLibraries")) {
                ArrayType<?> libraries = (ArrayType<?>) returned(PublishedMBean.COMPONENTS, list);
                assertThat(libraries.getClassName()).isEqualTo("[Ljavax.management.openmbean.CompositeData;");
                assertThat(libraries.getElementOpenType().getTypeName()).isEqualTo(PACKAGE + "ComponentData");
            }
            CompositeType operation = (CompositeType) returned(PublishedMBean.CLUSTER, "showOperation");
            TabularType answers = (TabularType) operation.getType("answers");
            assertThat(answers.getTypeName()).isEqualTo("java.util.Map<java.lang.String, java.lang.String>");
            assertThat(answers.getIndexNames()).containsExactly("key");
        }
    }

    @Test
    void aRegistrationThatForgetsAServiceFails() {
        Services services = new Services().with(LinkAdministration.class, AllMBeans.nothing(LinkAdministration.class));

        assertThatThrownBy(() -> CatalogueMBeans.register(new BusMBeans(server), PublishedMBean.LINKS, services))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("LINKS needs [Administration, LinkAdministration]");
        assertThat(server.queryNames(null, null))
                .noneMatch(name -> name.getDomain().equals("org.esbmt"));
    }

    private OpenType<?> returned(PublishedMBean bean, String operation) throws Exception {
        return Arrays.stream(
                        server.getMBeanInfo(new ObjectName(bean.objectName())).getOperations())
                .filter(known -> known.getName().equals(operation))
                .map(MBeanOperationInfo::getDescriptor)
                .map(descriptor -> (OpenType<?>) descriptor.getFieldValue("openType"))
                .findFirst()
                .orElseThrow();
    }
}

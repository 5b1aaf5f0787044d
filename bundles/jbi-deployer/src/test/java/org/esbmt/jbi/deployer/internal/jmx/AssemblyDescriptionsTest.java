package org.esbmt.jbi.deployer.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import javax.management.MBeanAttributeInfo;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.junit.jupiter.api.Test;

/** The descriptions of the attributes in a console. */
class AssemblyDescriptionsTest {
    @Test
    void everyDescriptionStatesTheAgeOfItsAttribute() {
        DescribedMBean<ServiceAssemblyMBean> bean =
                new DescribedMBean<>(nothing(ServiceAssemblyMBean.class), ServiceAssemblyMBean.class, "An assembly.");
        assertThat(bean.getMBeanInfo().getAttributes()).hasSizeGreaterThan(5);
        for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
            assertThat(attribute.getDescription())
                    .as(attribute.getName())
                    .matches(".+\\. (Live|At most \\d+ s old)\\.");
        }
    }

    private static <T> T nothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }
}

package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import javax.management.MBeanAttributeInfo;
import org.junit.jupiter.api.Test;

/** The descriptions of the attributes in a console. */
class CounterDescriptionsTest {
    @Test
    void everyDescriptionStatesTheAgeOfItsAttribute() {
        DescribedCounters bean = new DescribedCounters(nothing(TenantAuthenticationMXBean.class));
        assertThat(bean.getMBeanInfo().getAttributes()).hasSizeGreaterThan(5);
        assertThat(bean.getMBeanInfo().getDescription()).endsWith(".");
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

package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import javax.management.MBeanAttributeInfo;
import org.esbmt.camel.se.internal.engine.CamelServiceEngineMXBean;
import org.esbmt.camel.se.internal.steps.StepsMXBean;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.junit.jupiter.api.Test;

/** The descriptions of the attributes in a console. */
class CounterDescriptionsTest {
    @Test
    void everyAttributeDescribesItsDelay() {
        for (DescribedMBean<?> bean : List.of(
                new DescribedMBean<>(
                        nothing(CamelServiceEngineMXBean.class), CamelServiceEngineMXBean.class, "Counters."),
                new DescribedMBean<>(nothing(StepsMXBean.class), StepsMXBean.class, "Counters."))) {
            assertThat(bean.getMBeanInfo().getAttributes()).hasSizeGreaterThan(5);
            for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
                assertThat(attribute.getDescription())
                        .as(attribute.getName())
                        .matches(".+\\. (Live|At most \\d+ s old)\\.");
            }
        }
    }

    private static <T> T nothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }
}

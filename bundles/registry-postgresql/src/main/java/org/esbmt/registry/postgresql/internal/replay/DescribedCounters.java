package org.esbmt.registry.postgresql.internal.replay;

import java.util.Arrays;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;

/** The counters with the descriptions of their interface. */
final class DescribedCounters extends StandardMBean {
    DescribedCounters(ReplayClaimsMXBean counters) {
        super(counters, ReplayClaimsMXBean.class, true);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "Claims of signed messages, each of which is let on once.";
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        return Arrays.stream(ReplayClaimsMXBean.class.getMethods())
                .filter(method -> method.getName().equals("get" + attribute.getName())
                        && method.isAnnotationPresent(AttributeDescription.class))
                .findFirst()
                .map(method -> method.getAnnotation(AttributeDescription.class).value())
                .orElseGet(() -> super.getDescription(attribute));
    }
}

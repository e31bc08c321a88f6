/// File systems that fail on purpose. [FaultingFiles] makes the n-th call of any layer fail;
/// [FaultMatrix] tries every fault at every call of an operation. Both stand on [InterceptedFiles],
/// through which a test may watch or bend every call.
@NullMarked
package dev.berth.durable.faulting;

import org.jspecify.annotations.NullMarked;

import type { DemoTexts } from "@/lib/demo/demo-texts";
import {
  diagramSample,
  gaussSum,
  pythonSample,
  quadraticFormula,
  rotationMatrix,
  typescriptSample,
} from "@/lib/demo/samples";
import { chineseLongRead } from "@/lib/demo/texts/chinese-long-read";

/** The demo's texts in Chinese. */
export const chineseTexts: DemoTexts = {
  greeting: (quote) => `你好！这是一个演示：没有连接任何模型，这里的回答都是事先写好的。
${quote && `\n你写的是：${quote}\n`}
发送下面的词，可以看到不同样式的回答：

- **表格**：行和列
- **代码**：用两种语言写的同一个函数
- **数学**：公式
- **图表**：用文字描述的图
- **思考**：先推理，再回答
- **长文**：带标题和列表的长篇回答
- **错误**：回答失败时的样子

要和真正的模型对话，请打开设置，填入你在服务商那里的密钥。也可以使用本机上的模型：启动 Ollama、LM Studio 或 llama.cpp，再从模型列表里选择它的模型，不需要密钥。`,
  table: `四颗内行星，按与太阳的平均距离排列：

| 行星 | 距离（百万公里） | 公转一周（地球日） | 卫星数 |
| :--- | ---: | ---: | ---: |
| 水星 | 57.9 | 88 | 0 |
| 金星 | 108.2 | 225 | 0 |
| 地球 | 149.6 | 365 | 1 |
| 火星 | 228.0 | 687 | 2 |

行星离太阳越远，运行得越慢，所以它的一年比距离增长得更快。`,
  code: `用两种语言写的同一个小函数，统计每个词出现的次数，不区分大小写。Python：

${pythonSample}

它会打印出现最多的两个词和各自的次数。TypeScript：

${typescriptSample}

两者都按词第一次出现的顺序保存。`,
  math: `方程 $ax^2 + bx + c = 0$（$a \\neq 0$）的解是

${quadraticFormula}

当 $b^2 - 4ac \\geq 0$ 时，解是实数。前 $n$ 个正整数的和是

${gaussSum}

一个点绕原点转过角 $\\theta$ 可以这样写：

${rotationMatrix}`,
  diagram: `通向模型的三条路，画成图是这样：

${diagramSample({
  message: "你的消息",
  question: "你有什么？",
  ownKey: "自己的密钥",
  accessCode: "访问码",
  local: "本机上的模型",
  provider: "服务商",
  server: "服务器，使用管理员的密钥",
  computer: "这台电脑",
  answer: "逐字到达的回答",
})}

无论走哪条路，对话本身都保存在这个浏览器里。`,
  thinking: {
    reasoning: `来看一道小题：一个本子和一支笔一共 11 枚硬币，本子比笔贵 10 枚。笔是多少？

直觉的答案是 1 枚。可是那样本子就是 11 枚，合起来 12 枚，太多了。

设笔的价格是 p，本子就是 p + 10，合起来 2p + 10 = 11，所以 2p = 1，p 等于二分之一。

验算：0.5 + 10.5 = 11，10.5 比 0.5 多 10。两个条件都满足。`,
    answer: `一道小题：一个本子和一支笔一共 11 枚硬币，本子比笔贵 10 枚。

**笔是半枚硬币**，本子是十枚半。脱口而出的“一枚”会让本子变成 11 枚，总数变成 12 枚。

在这段回答的上方，可以展开先前的推理过程。`,
  },
  long: chineseLongRead,
  error: "这是一个错误的演示：收到“错误”这个词时，演示会像达到了速率限制那样回答。",
  beforeTool: "我来调用一个工具。这是演示，所以输入只是一个例子。",
  afterTool: (quote) => `工具已经回答${quote ? `：${quote}` : "。"}

真正的模型会根据这个结果继续说下去。这只是演示，所以回答到此为止。`,
  noTools:
    "这个对话没有工具，所以没有可以调用的。请为这个对话打开一个插件，再发送一次这个词：演示会用例子作为输入请求一次调用，你就能看到它是怎样显示的。",
};
